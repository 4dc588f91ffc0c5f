#include "assignment/submission/course/submission_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "assignment/submission/course/course_systems.hpp"
#include "assignment/submission/files/file_name.hpp"
#include "assignment/submission/submission.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

// Removes the file name extension, but only for files: a folder may be called "ada.2".
std::string without_ending(const std::string& original) {
  const std::size_t end = original.rfind('.');
  const bool is_of_file = is_source_file(original) || is_archive_file(original);
  return is_of_file && end != 0 ? original.substr(0, end) : std::string();
}

std::vector<std::string> all_names(const SubmissionNames& one) {
  std::vector<std::string> names{one.id, one.submitter, one.person, one.original,
                                 without_ending(one.original)};
  if (const auto moodle = moodle_name(one.original)) {
    names.push_back(moodle->number);
    names.push_back("Participant " + moodle->number);
  }
  std::erase(names, std::string());
  return names;
}

bool are_the_same(std::string_view a, std::string_view b) { return a == b; }
bool differ_in_case_only(std::string_view a, std::string_view b) { return lower(a) == lower(b); }

}  // namespace

std::string id_of(std::string_view name) {
  const FileName read = read_file_name(name);
  std::string id = read.kind == FileName::Kind::good ? read.path : shown_name(name);
  for (char& c : id)
    if (std::string_view(" /\\:*?\"<>|'`$&;,#%!()[]{}~^=+@").find(c) != std::string_view::npos ||
        static_cast<unsigned char>(c) < 0x20)
      c = '_';
  const std::size_t first = id.find_first_not_of(".-");
  id.erase(0, std::min(first, id.size()));
  return id.empty() ? "submission" : id;
}

void NamedSubmissions::add(SubmissionNames names) { all_.push_back(std::move(names)); }

std::vector<std::size_t> NamedSubmissions::matching(bool (*are_equal)(std::string_view, std::string_view),
                                                    const std::string& name) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < all_.size(); ++i)
    if (std::ranges::any_of(all_names(all_[i]), [&](const std::string& it) { return are_equal(it, name); }))
      found.push_back(i);
  return found;
}

bool NamedSubmissions::is_one_submitter(const std::vector<std::size_t>& found) const {
  return std::ranges::all_of(found,
                             [&](std::size_t i) { return all_[i].submitter == all_[found[0]].submitter; });
}

Result<std::vector<std::size_t>> NamedSubmissions::find(const std::string& name) const {
  for (std::size_t i = 0; i < all_.size(); ++i)
    if (all_[i].id == name) return std::vector{i};
  std::vector<std::size_t> found = matching(are_the_same, name);
  const auto is_submitter = [&](std::size_t i) { return all_[i].submitter == name; };
  if (std::ranges::any_of(found, is_submitter))
    std::erase_if(found, [&](std::size_t i) { return !is_submitter(i); });
  if (found.empty()) found = matching(differ_in_case_only, name);
  if (!found.empty() && is_one_submitter(found)) return found;
  std::set<std::string> names;
  for (const std::size_t i : found) names.insert(all_[i].submitter);
  if (!names.empty())
    return failure(
        fmt::format("\"{}\" is the name of {}; enter one of these instead", name, fmt::join(names, " and ")));
  for (const SubmissionNames& one : all_)
    for (std::string& each : all_names(one)) names.insert(std::move(each));
  const auto nearest = nearest_names(name, {names.begin(), names.end()}, 1);
  return failure(nearest.empty() ? fmt::format("there is no submission \"{}\"", name)
                                 : fmt::format("there is no submission \"{}\"; the nearest name is \"{}\"",
                                               name, nearest[0]));
}

}  // namespace lockstep::assignment
