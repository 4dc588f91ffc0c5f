// lockstep assignment: the commands for authors of assignments.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "assignment/format/read_assignment.hpp"
#include "assignment/host_programs/device_clock.hpp"
#include "assignment/host_programs/host_programs.hpp"
#include "assignment/test_quality/check.hpp"
#include "assignment/worker/worker.hpp"
#include "cli/command.hpp"
#include "cli/commands/grade/export.hpp"
#include "cli/options.hpp"
#include "core/base/text/table.hpp"
#include "core/base/text/terminal.hpp"

namespace lockstep::cli {

namespace {

Result<int> list() {
  using Align = Table::Align;
  Table table({Align::left, Align::right, Align::right, Align::left});
  table.add({"name", "points", "tasks", "title"});
  for (const assignment::AssignmentFolder& folder : assignment::assignment_folders()) {
    const auto loaded = assignment::load_assignment(folder);
    if (!loaded) return tl::unexpected(loaded.error());
    table.add({folder.name, assignment::points_text(loaded->points()), std::to_string(loaded->tasks.size()),
               loaded->title});
  }
  fmt::print("{}", table.text());
  return kDone;
}

struct CheckArguments {
  std::string assignment;
  std::string device;  // number of the device; may be empty
  bool without_mutants = false, finds_lines = false, other_mutants = false;
};

// Returns the clock for the device; null without a device. Tests that measure times are then omitted.
Result<std::unique_ptr<assignment::DeviceClock>> clock_of(const CheckArguments& arguments,
                                                          assignment::Assignment& assignment) {
  const bool measures = std::ranges::any_of(assignment.tasks, [](const assignment::Task& task) {
    return std::ranges::any_of(task.tests, &assignment::Test::measures_times);
  });
  if (arguments.device.empty()) {
    if (measures) fmt::print("Tests that measure times are left out: add --device NUMBER.\n");
    assignment::leave_out_times(assignment);
    return std::unique_ptr<assignment::DeviceClock>();
  }
  const auto device = read_whole("--device", arguments.device, {0, kMaxDevices, kDeviceNote});
  if (!device) return tl::unexpected(device.error());
  return std::make_unique<assignment::DeviceClock>(*device);
}

// Prints the number of mutants that lose points for a reason that names the changed line.
void print_own_lines(const assignment::AssignmentCheck& check, bool with_trials) {
  std::size_t built = 0, own = 0, by_trial = 0, lines = 0, without = 0;
  for (const assignment::CheckedTask& task : check.tasks) {
    built += task.caught - task.unbuilt;
    own += task.at_their_line;
    by_trial += task.found_by_trial;
    lines += task.tried_lines;
    without += task.elsewhere.size();
  }
  fmt::print("Of {} mutants that compile and lose points, {} name their own line", built, own + by_trial);
  fmt::print(
      "{}\n",
      with_trials
          ? fmt::format(", {} of these by changes that were tried. Trials name {} lines of {} mutants.",
                        by_trial, lines, by_trial + without)
          : std::string(" without trials (--lines makes them)."));
}

Result<int> check(const CheckArguments& arguments) {
  const auto folder = assignment::find_assignment(arguments.assignment);
  if (!folder) return tl::unexpected(folder.error());
  auto loaded = assignment::load_assignment(*folder);
  if (!loaded) return tl::unexpected(loaded.error());
  const auto clock = clock_of(arguments, *loaded);
  if (!clock) return tl::unexpected(clock.error());
  // The files were written by the author of the assignment, so they do not need to be confined.
  assignment::Worker worker({.program = {}, .may_be_unconfined = true});
  assignment::CheckOptions options;
  options.with_mutants = !arguments.without_mutants;
  options.finds_lines = arguments.finds_lines;
  options.other_mutants = arguments.other_mutants;
  assignment::HostPrograms programs;
  options.run_host = [&](const assignment::HostRequest& request) { return programs.run(request); };
  options.run = [&](const assignment::RunRequest& request) { return worker.run(request); };
  if (*clock)
    options.clock = [&](const assignment::TimeRequest& request) { return (*clock)->measure(request); };
  const auto checked = assignment::check_assignment(*loaded, *folder, options);
  if (!checked) return tl::unexpected(checked.error());
  for (const assignment::CheckedTask& task : checked->tasks) {
    fmt::print(
        "{}: {} solutions graded; of {} mutants {} lose points, {} of these with a line as the reason; {} "
        "change nothing\n",
        task.task->title, task.solutions, task.mutants, task.caught, task.located + task.unbuilt,
        task.equivalent);
    if (arguments.finds_lines)
      for (const std::string& words : task.elsewhere) fmt::print("  another line is named: {}\n", words);
  }
  if (options.with_mutants) print_own_lines(*checked, arguments.finds_lines);
  for (const std::string& problem : checked->problems) fmt::print("{}\n", problem);
  if (checked->problems.empty()) fmt::print("No problems were found.\n");
  return checked->problems.empty() ? kDone : kFailed;
}

}  // namespace

Command add_assignment(CLI::App& program) {
  CLI::App* app = program.add_subcommand("assignment", "List, check and export assignments");
  app->require_subcommand(1);
  CLI::App* const all = app->add_subcommand("list", "The assignments of the program");
  auto checked = std::make_shared<CheckArguments>();
  CLI::App* const check_app =
      app->add_subcommand("check", "Grade the author's solutions, and mutants of the reference");
  check_app->add_option("ASSIGNMENT", checked->assignment, "A folder with assignment.md, or a name")
      ->required();
  check_app->add_option(
      "--device", checked->device,
      "Number of the device, as `lockstep devices` lists them, for tests that measure times");
  check_app->add_flag("--no-mutants", checked->without_mutants, "Only the author's own solutions");
  check_app->add_flag("--lines", checked->finds_lines,
                      "Try changes to find the line of each mutant, and list mutants without success");
  check_app->add_flag("--other-mutants", checked->other_mutants,
                      "Use mutants that no trial simply reverts, to measure --lines");
  auto exported = std::make_shared<ExportArguments>();
  CLI::App* const export_app =
      app->add_subcommand("export", "Write the files for a teaching platform, or for students");
  add_export(*export_app, *exported);
  auto collected = std::make_shared<SourcesArguments>();
  CLI::App* const sources_app = app->add_subcommand(
      "sources", "Write the sources of submissions for programs that detect copies, such as JPlag and MOSS");
  add_sources(*sources_app, *collected);
  return {app, [all, export_app, sources_app, checked, exported, collected]() -> Result<int> {
            if (sources_app->parsed()) return run_sources(*collected);
            if (export_app->parsed()) return run_export(*exported);
            return all->parsed() ? list() : check(*checked);
          }};
}

}  // namespace lockstep::cli
