#include "assignment/judging/missing_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "assignment/judging/expected.hpp"
#include "assignment/submission/files/file_name.hpp"
#include "core/base/text/text.hpp"
#include "core/plan/language.hpp"
#include "core/plan/launch_description.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::size_t kMaxNamed = 5, kMaxMistypedLetters = 2;

std::string_view last_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string small_stem(std::string_view name) {
  if (has_ending(name, kPlanFileEnding)) return lower(name.substr(0, name.size() - kPlanFileEnding.size()));
  return lower(name.substr(0, name.find('.')));
}

bool is_of_a_task(const Assignment& assignment, std::string_view name) {
  return std::ranges::any_of(assignment.tasks, [&](const Task& task) {
    return std::ranges::find(task.files, name) != task.files.end();
  });
}

bool is_near(std::string_view wanted, std::string_view name) {
  const std::string a = small_stem(wanted), b = lower(name);
  return b.find(a) != b.npos || edit_distance(a, small_stem(name)) <= kMaxMistypedLetters;
}

bool is_in_other_language(std::string_view wanted, std::string_view name) {
  return is_kernel_file(wanted) && is_kernel_file(name) && language_of(wanted) != language_of(name);
}

std::string list_text(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMaxNamed); ++i)
    text += (text.empty() ? "" : ", ") + names[i];
  return names.size() > kMaxNamed ? fmt::format("{} and {} more", text, names.size() - kMaxNamed) : text;
}

std::vector<std::string> near_names(const std::string& wanted, const std::vector<std::string>& names) {
  std::vector<std::string> near;
  for (const std::string& name : names)
    if (is_near(wanted, last_name(name))) near.push_back(name);
  return near;
}

void add_new(std::vector<std::string>& names, const std::vector<std::string>& more) {
  for (const std::string& name : more)
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

// Returns a submitted file that matches no other task.
std::vector<std::string> of_no_other_task(const Assignment& assignment, const Task& task,
                                          std::vector<std::string> names) {
  for (const Task& other : assignment.tasks)
    for (const std::string& wanted : other.files)
      if (&other != &task)
        std::erase_if(names, [&](const std::string& name) { return is_near(wanted, last_name(name)); });
  return names;
}

}  // namespace

MissingFiles missing_files(const Assignment& assignment, const Task& task,
                           const std::vector<SourceText>& files) {
  std::vector<std::string> others, wanted_ones, named;
  for (const SourceText& file : files)
    if (!is_of_a_task(assignment, last_name(file.path))) others.push_back(shown_name(file.path));
  MissingFiles missing;
  for (const std::string& wanted : task.files) {
    if (find_file(files, wanted) != nullptr) continue;
    wanted_ones.push_back(wanted);
    std::vector<std::string> near = near_names(wanted, others);
    const auto foreign = std::ranges::find_if(
        near, [&](const std::string& name) { return is_in_other_language(wanted, name); });
    if (foreign != near.end())
      missing.sentences += fmt::format(" {} was found, but this task requires {}.", *foreign,
                                       language_of(wanted) == Language::cuda ? "CUDA C++" : "OpenCL C");
    else
      add_new(named, near);
  }
  if (wanted_ones.empty()) return missing;
  if (named.empty() && missing.sentences.empty()) named = of_no_other_task(assignment, task, others);
  missing.has_others = !named.empty() || !missing.sentences.empty();
  if (!named.empty())
    missing.sentences += fmt::format(" Files with other names were found: {}.", list_text(named));
  missing.sentences =
      fmt::format("There is no file {} in this submission.", fmt::join(wanted_ones, " and no file ")) +
      missing.sentences;
  return missing;
}

}  // namespace lockstep::assignment
