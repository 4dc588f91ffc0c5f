// lockstep run: runs a program with Lockstep as the OpenCL device.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "cli/command.hpp"
#include "cli/commands/run/report_json.hpp"
#include "cli/findings/format.hpp"
#include "cli/number_option.hpp"
#include "cli/run_control.hpp"
#include "core/base/signals.hpp"
#include "runtime/run_program/guest_run.hpp"

namespace lockstep::cli {
namespace {

struct RunProgramOptions {
  std::vector<std::string> program;
  std::string model = "cc9.0";
  std::string launches;
  std::string record;  // file
  std::string timeout = "0";
  std::string limit = "0";
  std::string deliver = "late";
  unsigned compute_units = 1;
  bool each_launch = false;
  FormatOption format;
  bool json = false;
};

constexpr const char* kSeconds = "seconds, 0 for no limit";

// Returns the exit status: 1 if there are findings, unless the program itself failed with a different status.
int exit_status(const GuestEnd& end, const runtime::Report& report) {
  if (end.status != 0) return end.status;
  return report.findings() != 0 || !report.all_launches_ended() ? kFailed : kDone;
}

Result<runtime::GuestOptions> guest_options(const RunProgramOptions& options) {
  const auto timeout = parse_seconds("--timeout", options.timeout, kSeconds);
  if (!timeout) return tl::unexpected(timeout.error());
  const auto limit = parse_seconds("--time-limit", options.limit, kSeconds);
  if (!limit) return tl::unexpected(limit.error());
  return runtime::GuestOptions{.command = options.program,
                               .model = options.model,
                               .launches = options.launches,
                               .records = !options.record.empty(),
                               .launch_timeout = *timeout,
                               .time_limit = *limit,
                               .compute_units = options.compute_units,
                               .is_late = options.deliver == "late"};
}

Result<int> run_program(const RunProgramOptions& options) {
  auto wanted = guest_options(options);
  if (!wanted) return tl::unexpected(wanted.error());
  const auto run = runtime::GuestRun::prepare(std::move(*wanted));
  if (!run) return tl::unexpected(run.error());
  std::fflush(stdout);
  const Interrupt interrupt;
  const auto end = run_guest(run->start(), run->options().time_limit, interrupt.token());
  if (!end) return tl::unexpected(end.error());
  const auto journals = run->read();
  if (!journals) return tl::unexpected(journals.error());
  runtime::Report report = runtime::report_of(*journals);
  const bool records = run->options().records;
  const Result<Recording> recording = records ? run->recording(*journals) : Recording{};
  if (records && recording) runtime::find_lost_results(*recording, *run, report, interrupt.token());
  if (!records && report.launches.size() > 1)
    report.not_followed = "only recorded launches are followed; add --record FILE";
  const runtime::ProgramRun done{options.program, run->model(), *end, report, options.each_launch};
  if (options.format.is_given())
    options.format.print(located(report));
  else if (options.json)
    std::fputs(report_json(done).c_str(), stdout);
  else
    std::fputs(("\n" + report_text(done)).c_str(), stderr);
  if (!recording) return tl::unexpected(recording.error());
  if (records)
    if (auto written = write_recording(*recording, options.record); !written)
      return tl::unexpected(written.error());
  return exit_status(*end, report);
}

}  // namespace

Command add_run(CLI::App& program) {
  auto options = std::make_shared<RunProgramOptions>();
  CLI::App* app = program.add_subcommand(
      "run", "Run an OpenCL program with Lockstep as its only device, and report what its kernels did");
  app->add_option("PROGRAM", options->program, "The program and its arguments, after --")->required();
  app->add_option("--model", options->model, "Device model")->capture_default_str();
  app->add_option("--launches", options->launches,
                  "Launches to check and record, such as 3,7..9; the others run faster and are not checked");
  app->add_option(
         "--record", options->record,
         "Write launches, contents of buffers and host calls to this file (NAME.lockstep), which the "
         "window and other subcommands open")
      ->option_text("FILE");
  app->add_option("--timeout", options->timeout,
                  "Seconds after which a launch is stopped when no work-group ends; 0: never")
      ->capture_default_str();
  app->add_option("--time-limit", options->limit, "Seconds after which the program is ended; 0: never")
      ->capture_default_str();
  app->add_option("--deliver", options->deliver,
                  "late: commands run when the program waits for them, possibly in a different order where "
                  "OpenCL permits it; early: commands run immediately")
      ->check(CLI::IsMember({"late", "early"}))
      ->capture_default_str();
  app->add_option("--compute-units", options->compute_units,
                  "Number of compute units that the device reports; programs scale their work by this number")
      ->capture_default_str()
      ->transform(whole_number(1, 1024));
  app->add_flag("--each-launch", options->each_launch,
                "A row for each launch in the report, not for each kernel");
  app->add_flag("--json", options->json,
                "The report as JSON on standard output, after the program's own output");
  options->format.add_to(*app);
  app->footer(
      "The program's output is not redirected; the report goes to standard error. Exit status: the "
      "program's own; 1 when it succeeded but its kernels have errors\n\n"
      "Example: lockstep run --model fermi -- ./my_program 1024\n");
  return {app, [options] { return run_program(*options); }};
}

}  // namespace lockstep::cli
