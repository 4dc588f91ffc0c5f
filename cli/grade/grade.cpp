// lockstep grade: points for submissions, with reasons.
#include "assignment/grading/grade.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "assignment/format/read_assignment.hpp"
#include "cli/command.hpp"
#include "core/base/files/text_file.hpp"

namespace lockstep::cli {

namespace {

struct GradeArguments {
  std::string assignment;
  std::vector<std::string> submissions;
  unsigned jobs = 1;
  std::string secret;
};

Result<int> run(const GradeArguments& arguments) {
  const auto folder = assignment::find_assignment(arguments.assignment);
  if (!folder) return tl::unexpected(folder.error());
  const auto loaded = assignment::load_assignment(*folder);
  if (!loaded) return tl::unexpected(loaded.error());
  std::vector<assignment::HandedIn> handed_in;
  for (const std::string& path : arguments.submissions) {
    assignment::HandedIn one;
    one.id = one.shown = std::filesystem::path(path).stem().string();
    auto text = read_text_file(path);
    if (text)
      one.files.push_back({std::filesystem::path(path).filename().string(), *text});
    else
      one.problem = text.error().message;
    handed_in.push_back(std::move(one));
  }
  assignment::GradeOptions options;
  options.jobs = arguments.jobs;
  options.secret = arguments.secret;
  const auto grading = assignment::grade(*loaded, *folder, handed_in, options);
  if (!grading) return tl::unexpected(grading.error());
  for (const auto& one : grading->submissions) {
    fmt::print("{}  {}\n", one.id, assignment::points_text(one.final_points));
    for (const auto& task : one.tasks)
      for (const auto& test : task.tests) {
        fmt::print("  {}: {}: {} ({} of {})\n", task.task->title, test.test->title, name(test.state),
                   assignment::points_text(test.points), assignment::points_text(test.test->points));
        if (test.failure)
          fmt::print("    {}: {} [{}] {}\n", test.failure->kind, test.failure->reason,
                     test.failure->place.text(), test.failure->which ? test.failure->which->text() : "");
        if (test.example)
          fmt::print("    example: {}: {} [{}] {}\n", test.example->kind, test.example->reason,
                     test.example->place.text(), test.example->which ? test.example->which->text() : "");
      }
  }
  fmt::print("{}\n", grading->confinement);
  return kDone;
}

}  // namespace

Command add_grade(CLI::App& program) {
  auto arguments = std::make_shared<GradeArguments>();
  CLI::App* app =
      program.add_subcommand("grade", "Give points for submissions of an assignment, with reasons");
  app->add_option("ASSIGNMENT", arguments->assignment, "A folder with assignment.md, or a name")->required();
  app->add_option("SUBMISSION", arguments->submissions, "Files, folders, archives")->required();
  app->add_option("--jobs", arguments->jobs, "At a time");
  app->add_option("--secret", arguments->secret, "What hidden seeds are drawn from");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace lockstep::cli
