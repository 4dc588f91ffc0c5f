// lockstep grade: gives points for submissions, with reasons.
#include "assignment/grading/grade.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "assignment/dates/times.hpp"
#include "assignment/format/read_assignment.hpp"
#include "assignment/grading/compare.hpp"
#include "assignment/grading/members.hpp"
#include "assignment/grading/overrides.hpp"
#include "assignment/report/files.hpp"
#include "assignment/report/formats.hpp"
#include "assignment/submission/text_of_bytes.hpp"
#include "assignment/worker/worker.hpp"
#include "cli/command.hpp"
#include "cli/commands/grade/submission_words.hpp"
#include "cli/options.hpp"
#include "cli/version.hpp"
#include "core/base/features.hpp"
#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/text_file.hpp"
#include "core/base/files/whole_file.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/object_fields.hpp"
#include "core/base/text/terminal.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::cli {

namespace {

using assignment::NamedFormat;

struct GradeArguments {
  std::string assignment;
  std::vector<std::string> submissions;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  std::string format = "text";
  std::string out, secret_file, extensions_file, overrides_file, compare_file, again;
  std::string attempts = "latest";
  double fail_below = -1;
  std::string device;     // number of the device; may be empty
  std::string due, late;  // replace the assignment's values
  bool only_public = false, is_unconfined = false, is_one = false, are_many = false;
};

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
  const auto is_own = [](const assignment::SubmissionResult& one) { return one.group.empty(); };
  if (std::ranges::count_if(grading.submissions, is_own) != 1)
    return usage_error(fmt::format(
        "--format {} requires a single submission; use --out FOLDER to write the files of all submissions",
        format.name));
  return format.one(grading, *std::ranges::find_if(grading.submissions, is_own));
}

// Returns the exit status: 0 if all submissions are graded; 1 if a submission is not graded or has too
// few points.
int status_of(const assignment::Grading& grading, const GradeArguments& arguments) {
  const bool is_complete = std::ranges::all_of(grading.submissions, &assignment::SubmissionResult::is_graded);
  const bool is_enough = std::ranges::all_of(
      grading.submissions,
      [&](const assignment::SubmissionResult& one) { return one.final_points >= arguments.fail_below; });
  return is_complete && is_enough ? kDone : kFailed;
}

// The file of the reports that contains the request, so that the grading can be repeated. Paths in this file
// are absolute.
constexpr std::string_view kRequestFile = "grading.json";

template <class Fields, class Arguments>
void request_fields(Fields&& fields, Arguments& arguments) {
  fields.text("assignment", arguments.assignment);
  fields.texts("submissions", arguments.submissions);
  fields.text_or_none("secret", arguments.secret_file);
  fields.text_or_none("extensions", arguments.extensions_file);
  fields.text_or_none("overrides", arguments.overrides_file);
  fields.text("attempts", arguments.attempts);
  fields.flag("public", arguments.only_public);
  fields.text_or_none("device", arguments.device);
  fields.text_or_none("due", arguments.due);
  fields.text_or_none("late", arguments.late);
  fields.flag_or("one", arguments.is_one, false);
  fields.flag_or("many", arguments.are_many, false);
}

std::string in_folder(const std::string& folder, std::string_view file) {
  return path_text(system_path(folder) / system_path(file));
}

Result<void> write_request(GradeArguments arguments) {
  const auto make_absolute = [](std::string& path) {
    if (!path.empty()) path = path_text(normal_path(absolute_path(system_path(path))));
  };
  if (std::filesystem::exists(system_path(arguments.assignment))) make_absolute(arguments.assignment);
  for (std::string& path : arguments.submissions) make_absolute(path);
  for (std::string* const path :
       {&arguments.secret_file, &arguments.extensions_file, &arguments.overrides_file})
    make_absolute(*path);
  const FieldsJson json = written_fields([&](FieldWriter& fields) { request_fields(fields, arguments); });
  return write_atomically(in_folder(arguments.out, kRequestFile), json_text(json) + "\n");
}

Result<GradeArguments> with_request(GradeArguments arguments) {
  if (arguments.again.empty()) return arguments;
  const auto text = read_text_file(in_folder(arguments.again, kRequestFile));
  if (!text) return tl::unexpected(text.error());
  const auto json = parse_json<FieldsJson>(*text);
  if (!json) return usage_error(json.error().text_of(in_folder(arguments.again, kRequestFile)));
  arguments.out = arguments.again;
  const auto read =
      reading("a grading", [&] { request_fields(FieldReader(*json, " of a grading"), arguments); });
  return read ? Result<GradeArguments>(std::move(arguments)) : tl::unexpected(read.error());
}

// Returns "" if there is no file.
Result<std::string> text_of(const std::string& path) {
  return path.empty() ? Result<std::string>(std::string()) : read_text_file(path);
}

// The encoding of a table is detected, because spreadsheet programs write tables in the encoding of
// their system.
Result<std::string> table_text_of(const std::string& path) {
  if (path.empty()) return std::string();
  auto bytes = read_file(path, kAnySize);
  return bytes ? Result<std::string>(assignment::text_of_bytes(std::move(*bytes)).text) : bytes;
}

Result<std::vector<assignment::HandedIn>> submissions_of(const assignment::Assignment& assignment,
                                                         const GradeArguments& arguments,
                                                         assignment::Attempts attempts) {
  auto submissions = read_submission_words(
      assignment, {arguments.submissions, arguments.is_one, arguments.are_many}, attempts);
  if (!submissions) return submissions;
  const auto extensions = table_text_of(arguments.extensions_file);
  if (!extensions) return tl::unexpected(extensions.error());
  if (!extensions->empty())
    if (const auto added = assignment::add_extensions(*extensions, *submissions); !added)
      return usage_error(fmt::format("{}: {}", arguments.extensions_file, added.error().message));
  return submissions;
}

// If no table is named, a table in the folder of the reports is used.
std::string overrides_of(const GradeArguments& arguments) {
  const std::string kept = in_folder(arguments.out, "overrides.csv");
  const bool is_kept = arguments.overrides_file.empty() && !arguments.out.empty() &&
                       std::filesystem::exists(system_path(kept));
  return is_kept ? kept : arguments.overrides_file;
}

Result<void> add_points_by_people(const GradeArguments& arguments, assignment::Grading& grading) {
  const std::string path = overrides_of(arguments);
  const auto text = table_text_of(path);
  if (!text) return tl::unexpected(text.error());
  if (text->empty()) return {};
  auto added = assignment::add_overrides(*text, grading);
  return added ? added : usage_error(fmt::format("{}: {}", path, added.error().message));
}

// The tables are read before the grading, which may take an hour, so that mistakes in them are
// reported early.
Result<void> check_points_by_people(const assignment::Assignment& assignment, const GradeArguments& arguments,
                                    const std::vector<assignment::HandedIn>& submissions) {
  assignment::Grading grading = assignment::ungraded(assignment, submissions);
  assignment::add_members(grading);
  return add_points_by_people(arguments, grading);
}

Result<assignment::Grading> graded(const assignment::Assignment& assignment,
                                   const assignment::AssignmentFolder& folder,
                                   const GradeArguments& arguments) {
  const auto attempts = assignment::parse_attempts(arguments.attempts);
  if (!attempts)
    return usage_error(fmt::format("--attempts {}: choose latest, best or all", arguments.attempts));
  assignment::GradeOptions options;
  options.jobs = arguments.jobs;
  options.only_public = arguments.only_public;
  options.attempts = *attempts;
  options.shows_moments = !arguments.out.empty();
  if (!arguments.device.empty()) {
    const auto device = read_whole("--device", arguments.device, {0, kMaxDevices, kDeviceNote});
    if (!device) return tl::unexpected(device.error());
    options.device = *device;
  }
  options.worker.may_be_unconfined = arguments.is_unconfined;
  // If no worker can be used, this is reported only once and not for each test.
  if (!has(Feature::confinement) && !arguments.is_unconfined)
    return usage_error(assignment::why_unsafe({}, false));
  auto secret = text_of(arguments.secret_file);
  if (!secret) return tl::unexpected(secret.error());
  options.secret = std::move(*secret);
  const auto submissions = submissions_of(assignment, arguments, *attempts);
  if (!submissions) return tl::unexpected(submissions.error());
  if (const auto good = check_points_by_people(assignment, arguments, *submissions); !good)
    return tl::unexpected(good.error());
  options.show_progress = [&](std::size_t done) {
    show_progress_line(fmt::format("{} of {}", done, plural(submissions->size(), "submission")));
  };
  auto grading = assignment::grade(assignment, folder, *submissions, options);
  clear_progress_line();
  if (!grading) return grading;
  grading->version = build_name();
  assignment::add_members(*grading);
  if (const auto added = add_points_by_people(arguments, *grading); !added)
    return tl::unexpected(added.error());
  return grading;
}

// The due date and the late rule of the command line replace those of the assignment.
Result<void> take_due(const GradeArguments& arguments, assignment::Assignment& assignment) {
  if (!arguments.due.empty()) {
    assignment.due = assignment::parse_time(arguments.due);
    if (!assignment.due)
      return usage_error(
          fmt::format("--due {}: enter a time such as \"2026-12-01 23:59 +0100\"", arguments.due));
  }
  if (arguments.late.empty()) return {};
  const auto rule = assignment::parse_late_rule(arguments.late);
  if (!rule)
    return usage_error(
        fmt::format("--late {}: enter a rule such as \"10 % a day, at most 3 days\"", arguments.late));
  assignment.late = *rule;
  return {};
}

Result<std::string> printed(const assignment::Grading& grading, const GradeArguments& arguments,
                            const NamedFormat& format, const std::string& old) {
  if (arguments.compare_file.empty()) return text_in(format, grading);
  auto changes = assignment::compare_gradings(old, assignment::grader_json(grading));
  if (changes && changes->empty()) return std::string("Nothing has changed.\n");
  return changes;
}

Result<int> run(const GradeArguments& typed) {
  const auto arguments = with_request(typed);
  if (!arguments) return tl::unexpected(arguments.error());
  if (arguments->assignment.empty() || arguments->submissions.empty())
    return usage_error("name an assignment and its submissions: lockstep grade ASSIGNMENT SUBMISSION…");
  const NamedFormat* const format = find_format(arguments->format);
  if (format == nullptr)
    return usage_error(fmt::format("--format {} is not known; choose {}", arguments->format,
                                   fmt::join(format_names(), ", ")));
  const auto folder = assignment::find_assignment(arguments->assignment);
  if (!folder) return tl::unexpected(folder.error());
  auto loaded = assignment::load_assignment(*folder);
  if (!loaded) return tl::unexpected(loaded.error());
  if (const auto taken = take_due(*arguments, *loaded); !taken) return tl::unexpected(taken.error());
  const auto old = text_of(arguments->compare_file);  // read now, because it may be replaced
  if (!old) return tl::unexpected(old.error());
  const auto grading = graded(*loaded, *folder, *arguments);
  if (!grading) return tl::unexpected(grading.error());
  if (assignment::has_known_inputs(*grading)) fmt::print(stderr, "lockstep: {}\n", assignment::kKnownInputs);
  if (!arguments->out.empty()) {
    if (const auto written = assignment::write_reports(*grading, arguments->out); !written)
      return tl::unexpected(written.error());
    if (const auto written = write_request(*arguments); !written) return tl::unexpected(written.error());
  }
  const auto text = printed(*grading, *arguments, *format, *old);
  if (!text) return tl::unexpected(text.error());
  fmt::print("{}", *text);
  return status_of(*grading, *arguments);
}

// Repeats a grading. The request is read from the folder of the reports, so options that would change the
// request are rejected.
Result<void> check_again(const CLI::App& app, const GradeArguments& arguments) {
  if (arguments.again.empty()) return {};
  for (const char* name : {"ASSIGNMENT", "SUBMISSION", "--out", "--secret", "--one", "--attempts", "--many",
                           "--due", "--late", "--extensions", "--overrides", "--public", "--device"})
    if (app.get_option(name)->count() != 0)
      return usage_error(fmt::format(
          "--again {} repeats the grading in {}/{} and does not accept {}: omit --again to change it",
          arguments.again, arguments.again, kRequestFile, name));
  return {};
}

}  // namespace

Command add_grade(CLI::App& program) {
  auto arguments = std::make_shared<GradeArguments>();
  CLI::App* app =
      program.add_subcommand("grade", "Give points for submissions of an assignment, with reasons");
  app->add_option("ASSIGNMENT", arguments->assignment,
                  "A folder with assignment.md, or a name of `assignment list`");
  app->add_option(
      "SUBMISSION", arguments->submissions,
      "Files, folders and zip archives; a folder of all, or a download of Moodle or Gradescope; tables "
      "groups.csv and attempts.csv");
  app->add_option("--jobs", arguments->jobs, "Submissions at a time; the results do not depend on it");
  app->add_option("--format", arguments->format,
                  fmt::format("What is printed: {}", fmt::join(format_names(), ", ")));
  app->add_option("--out", arguments->out, "A folder for all reports: those of graders, and of each student");
  app->add_option("--secret", arguments->secret_file, "A text file from which hidden inputs are generated");
  app->add_flag("--one", arguments->is_one, "A folder is one submission, whatever it contains");
  app->add_option("--device", arguments->device,
                  "Number of the device, as `lockstep devices` lists them, for tests that measure times");
  app->add_flag("--many", arguments->are_many, "Each file and folder in a folder is a submission");
  app->add_option("--due", arguments->due,
                  "The due date, instead of the assignment's, such as \"2026-12-01 23:59 +0100\"");
  app->add_option(
      "--late", arguments->late,
      "The deduction for late submissions, instead of the assignment's rule, such as \"10 % a day, at most "
      "3 days\"");
  app->add_option("--attempts", arguments->attempts, "Which attempts count: latest, best or all");
  app->add_option("--extensions", arguments->extensions_file, "A table of later dates: submission,due");
  app->add_option(
      "--overrides", arguments->overrides_file,
      "A table of manual points: submission,task,points,reason; overrides.csv in the folder of the "
      "reports is found automatically");
  app->add_option("--again", arguments->again, "Repeat the grading whose reports are in this folder");
  app->add_option("--compare", arguments->compare_file,
                  "Print whose points differ from this results.json, and why");
  app->add_option("--fail-below", arguments->fail_below,
                  "Exit with status 1 if a submission has fewer points");
  app->add_flag("--public", arguments->only_public, "Only the public tests, as students run them");
  app->add_flag(assignment::kUnconfined, arguments->is_unconfined,
                "Grade even if the system cannot confine submissions, which can then access your files");
  return {app, [app, arguments]() -> Result<int> {
            if (const auto good = check_again(*app, *arguments); !good) return tl::unexpected(good.error());
            return run(*arguments);
          }};
}

}  // namespace lockstep::cli
