#include "cli/commands/grade/submission_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "assignment/submission/course/find_submissions.hpp"
#include "core/base/files/path_text.hpp"

namespace lockstep::cli {

namespace {

bool is_handed_in_file(const assignment::Assignment& assignment, const std::string& name) {
  return std::ranges::any_of(assignment.tasks, [&](const assignment::Task& task) {
    return std::ranges::find(task.files, name) != task.files.end();
  });
}

// Returns true for a folder that contains kernel files, none of which has the name of a file to submit. Each
// file is then a submission.
bool is_folder_of_many(const assignment::Assignment& assignment, const std::string& path) {
  std::error_code failed;
  bool has_sources = false;
  for (const auto& entry : std::filesystem::directory_iterator(system_path(path), failed)) {
    const std::string name = path_text(entry.path().filename());
    if (is_handed_in_file(assignment, name)) return false;
    has_sources = has_sources || assignment::is_source_file(name);
  }
  return has_sources;
}

}  // namespace

Result<std::vector<assignment::HandedIn>> read_submission_words(const assignment::Assignment& assignment,
                                                                const SubmissionWords& words,
                                                                assignment::Attempts attempts) {
  using enum assignment::FolderMeaning;
  if (words.is_one && words.are_many) return usage_error("choose one of --one and --many");
  const bool are_many = words.are_many || (!words.is_one && words.words.size() == 1 &&
                                           is_folder_of_many(assignment, words.words[0]));
  const auto meaning = words.is_one ? one : are_many ? many : automatic;
  const auto found = assignment::find_submissions(words.words, meaning);
  if (!found) return tl::unexpected(found.error());
  for (const std::string& note : found->notes) fmt::print(stderr, "lockstep: {}\n", note);
  auto submissions = assignment::read_submissions(*found, attempts);
  if (submissions.empty()) return usage_error("the arguments contain no submission");
  return submissions;
}

}  // namespace lockstep::cli
