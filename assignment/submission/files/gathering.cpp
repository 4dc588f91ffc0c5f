#include "assignment/submission/files/gathering.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "assignment/submission/files/file_name.hpp"
#include "assignment/submission/files/limits.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

std::string list_of(const std::set<std::string>& names) {
  std::string list;
  std::size_t count = 0;
  for (const std::string& name : names) {
    if (++count > 10) return list + fmt::format(" and {} more", names.size() - 10);
    list += (list.empty() ? "" : ", ") + shown_name(name);
  }
  return list;
}

// Reports names that are identical on Windows and macOS.
std::vector<std::string> case_twins(const std::set<std::string>& paths) {
  std::map<std::string, std::string> seen;
  std::vector<std::string> sentences;
  for (const std::string& path : paths)
    if (const auto [twin, is_new] = seen.emplace(lower(path), path); !is_new)
      sentences.push_back(fmt::format("{} and {} differ only in upper and lower case; both were read.",
                                      shown_name(twin->second), shown_name(path)));
  return sentences;
}

}  // namespace

void Gathering::note(std::string sentence) {
  if (gathered_.notes.size() < kMaxNotes)
    gathered_.notes.push_back(std::move(sentence));
  else
    ++left_out_;
}

std::optional<std::string> Gathering::path_for(std::string_view raw_name) {
  FileName name = read_file_name(raw_name);
  if (name.kind == FileName::Kind::ignored) ignored_.insert(name.why);
  if (name.kind == FileName::Kind::refused) leave_out(raw_name, name.why);
  if (name.kind != FileName::Kind::good) return std::nullopt;
  if (name.was_converted) converted_.insert(name.path);
  return std::move(name.path);
}

bool Gathering::ignores_folder(std::string_view raw_name) {
  const FileName name = read_file_name(raw_name);
  if (name.kind != FileName::Kind::ignored) return false;
  ignored_.insert(name.why);
  return true;
}

void Gathering::leave_out(std::string_view raw_name, std::string_view why) {
  note(fmt::format("{} {} and was not read.", shown_name(raw_name), why));
}

std::uint64_t Gathering::room() const { return kMaxSubmissionBytes - bytes_; }

Error Gathering::too_much() const {
  return {Error::Kind::failed,
          fmt::format("{} has more than {}, too much for a submission: submit the source "
                      "files only.",
                      what_, bytes_text(kMaxSubmissionBytes))};
}

Result<void> Gathering::add(std::string path, std::string bytes) {
  if (bytes.size() > room()) return tl::unexpected(too_much());
  if (gathered_.files.size() == kMaxFiles)
    return failure(fmt::format(
        "{} contains more than {} files, too many for a submission: submit the source files only.", what_,
        count_text(kMaxFiles)));
  if (!paths_.insert(path).second)
    return failure(fmt::format(
        "{} contains two files with the name {}, so it is unclear which file counts. Submit it again  "
        "with each file only once.",
        what_, shown_name(path)));
  bytes_ += bytes.size();
  gathered_.files.push_back({std::move(path), std::move(bytes)});
  return {};
}

Gathered Gathering::finish() {
  if (!ignored_.empty()) note("Files of systems and editors were ignored: " + list_of(ignored_) + ".");
  if (!converted_.empty()) note("Names that were not UTF-8 were converted: " + list_of(converted_) + ".");
  for (std::string& sentence : case_twins(paths_)) note(std::move(sentence));
  if (left_out_ > 0)
    gathered_.notes.push_back(fmt::format("{} more {} omitted.", count_text(left_out_),
                                          left_out_ == 1 ? "note was" : "notes were"));
  std::ranges::sort(gathered_.files, {}, &NamedBytes::path);
  return std::move(gathered_);
}

}  // namespace lockstep::assignment
