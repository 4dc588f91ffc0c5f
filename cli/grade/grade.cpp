// lockstep grade: points for submissions, with reasons.
#include "assignment/grading/grade.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

#include "assignment/format/read_assignment.hpp"
#include "assignment/report/files.hpp"
#include "assignment/report/formats.hpp"
#include "assignment/submission/submission.hpp"
#include "cli/command.hpp"
#include "cli/version.hpp"
#include "core/base/files/text_file.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::cli {

namespace {

using assignment::HandedIn;
using assignment::NamedFormat;

struct GradeArguments {
  std::string assignment;
  std::vector<std::string> submissions;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  std::string format = "text";
  std::string out;
  std::string secret_file;
  double fail_below = -1;
  bool only_public = false;
};

HandedIn read(const std::string& path) {
  HandedIn one;
  one.id = one.shown = std::filesystem::path(path).lexically_normal().stem().string();
  auto submission = assignment::read_submission(path);
  if (!submission) {
    one.problem = submission.error().message;
    return one;
  }
  for (assignment::SubmittedFile& file : submission->files)
    if (!file.is_binary) one.files.push_back({std::move(file.path), std::move(file.text)});
  one.notes = std::move(submission->notes);
  if (one.files.empty()) one.problem = "There is no file of text in this submission.";
  return one;
}

const NamedFormat* find_format(const std::string& name) {
  const auto& all = assignment::formats();
  const auto found = std::ranges::find(all, name, &NamedFormat::name);
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names;
  for (const NamedFormat& format : assignment::formats()) names.push_back(format.name);
  return names;
}

Result<std::string> text_in(const NamedFormat& format, const assignment::Grading& grading) {
  if (format.all != nullptr) return format.all(grading);
  if (grading.submissions.size() != 1)
    return usage_error(
        fmt::format("--format {} is of one submission; --out FOLDER writes the files of all", format.name));
  return format.one(grading, grading.submissions.front());
}

// 0 all graded, 1 some are not, or one has too few points.
int status_of(const assignment::Grading& grading, const GradeArguments& arguments) {
  const bool is_complete = std::ranges::all_of(grading.submissions, &assignment::SubmissionResult::is_graded);
  const bool is_enough = std::ranges::all_of(
      grading.submissions,
      [&](const assignment::SubmissionResult& one) { return one.final_points >= arguments.fail_below; });
  return is_complete && is_enough ? kDone : kFailed;
}

Result<int> run(const GradeArguments& arguments) {
  const NamedFormat* const format = find_format(arguments.format);
  if (format == nullptr)
    return usage_error(fmt::format("--format {} is not known; choose {}", arguments.format,
                                   fmt::join(format_names(), ", ")));
  const auto folder = assignment::find_assignment(arguments.assignment);
  if (!folder) return tl::unexpected(folder.error());
  const auto loaded = assignment::load_assignment(*folder);
  if (!loaded) return tl::unexpected(loaded.error());
  assignment::GradeOptions options;
  options.jobs = arguments.jobs;
  options.only_public = arguments.only_public;
  if (!arguments.secret_file.empty()) {
    auto secret = read_text_file(arguments.secret_file);
    if (!secret) return tl::unexpected(secret.error());
    options.secret = std::move(*secret);
  }
  std::vector<HandedIn> handed_in;
  for (const std::string& path : arguments.submissions) handed_in.push_back(read(path));
  auto grading = assignment::grade(*loaded, *folder, handed_in, options);
  if (!grading) return tl::unexpected(grading.error());
  grading->version = release_name();
  if (!arguments.out.empty())
    if (const auto written = assignment::write_reports(*grading, arguments.out); !written)
      return tl::unexpected(written.error());
  const auto text = text_in(*format, *grading);
  if (!text) return tl::unexpected(text.error());
  fmt::print("{}", *text);
  return status_of(*grading, arguments);
}

}  // namespace

Command add_grade(CLI::App& program) {
  auto arguments = std::make_shared<GradeArguments>();
  CLI::App* app =
      program.add_subcommand("grade", "Give points for submissions of an assignment, with reasons");
  app->add_option("ASSIGNMENT", arguments->assignment,
                  "A folder with assignment.md, or a name of `assignment list`")
      ->required();
  app->add_option("SUBMISSION", arguments->submissions,
                  "Files, folders and zip archives; a folder of all, or a download of Moodle or Gradescope")
      ->required();
  app->add_option("--jobs", arguments->jobs, "Submissions at a time; the results do not depend on it");
  app->add_option("--format", arguments->format,
                  fmt::format("What is printed: {}", fmt::join(format_names(), ", ")));
  app->add_option("--out", arguments->out, "A folder for all reports: of graders, and of each student");
  app->add_option("--secret", arguments->secret_file,
                  "A file with a text from which hidden inputs are drawn");
  app->add_option("--fail-below", arguments->fail_below,
                  "Exit with status 1 if a submission has fewer points");
  app->add_flag("--public", arguments->only_public, "Only the public tests, as students run them");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace lockstep::cli
