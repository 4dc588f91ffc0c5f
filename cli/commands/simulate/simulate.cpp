// lockstep simulate: runs one launch of a user's kernel.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/commands/simulate/job.hpp"
#include "cli/commands/simulate/print.hpp"
#include "cli/json.hpp"
#include "cli/target.hpp"
#include "core/base/signals.hpp"
#include "core/catalogue/documents.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::cli {

namespace {

std::vector<LocatedFinding> all_findings(const sim::PreparedRun& job, const sim::CountedRun& run,
                                         const sim::RunVerdict& verdict) {
  std::vector<LocatedFinding> all = located_messages(job.warnings);
  for (const auto& some : {located(job.plan, verdict), located(job.plan, run.findings)})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

// Prepares the run of a file. A file with an unknown ending is treated as a kernel file.
Result<sim::PreparedRun> run_of_file(const SimulateOptions& options, const Request& request) {
  const bool is_known = sim::is_run_file(options.file) || names_document_entry(options.file);
  return is_known ? run_of(options.file, options.launch, request)
                  : with_expectation(
                        sim::prepare_run(launch_options(options.file, options.launch, *request.model)),
                        options.launch);
}

Result<int> simulate(const SimulateOptions& options) {
  RequestOptions typed;
  typed.model = options.model;
  typed.schedule = options.schedule;
  const Result<Request> request = request_for(typed, options.file);
  if (!request) return tl::unexpected(request.error());
  const sim::DeviceModel& model = *request->model;
  const Result<sim::PreparedRun> job = run_of_file(options, *request);
  if (!job) return tl::unexpected(job.error());
  print_notes(*job, !options.format.is_given());
  const sim::Schedule& schedule = request->schedule;
  sim::RunOptions run_options;
  run_options.schedule = schedule;
  run_options.detect_findings = !options.no_findings;
  run_options.same_value_races = options.same_value_races;
  const auto timeout = parse_timeout(options.timeout);
  if (!timeout) return tl::unexpected(timeout.error());
  RunControl control(*timeout);
  control.set(run_options, job->plan.id);
  const Terms terms = options.words.of(job->plan);
  SimulationText text(*job, model, run_options, terms);
  const bool shows_text = !options.json && !options.format.is_given();
  if (shows_text)
    run_options.on_print = [&](std::string_view printed) {
      control.clear_line();
      text.print(printed);
    };
  const Result<sim::CountedRun> run = sim::run_counted(job->plan, model, run_options);
  control.clear_line();
  if (!run) return tl::unexpected(run.error());
  if (const Result<void> written = write_dumps(*job, *run); !written) return tl::unexpected(written.error());
  const sim::RunVerdict verdict = sim::verdict_of(job->plan, model, schedule, *run);
  if (options.json) print_simulation_json(*job, *run, verdict, schedule, terms);
  if (shows_text) text.finish(*run, verdict);
  if (options.format.is_given()) options.format.print(all_findings(*job, *run, verdict), terms);
  if (run->early_end == sim::EarlyEnd::requested) return stop_status();
  return !sim::has_errors(run->findings) && !verdict.is_wrong() ? kDone : kFailed;
}

// With --json, an error is also printed as JSON on stdout, for programs that read it.
Result<int> run(const SimulateOptions& options) {
  const Result<int> status = simulate(options);
  if (!status && options.json)
    fmt::print("{}\n", Json{{"status", "error"}, {"message", status.error().message}}.dump(2));
  return status ? status : options.format.print_error(status.error());
}

std::string help_footer() {
  std::string models;
  for (const sim::DeviceModel& model : sim::device_models())
    models += (models.empty() ? "" : ", ") + model.name;
  return fmt::format(
      "Types: char, uchar, short, ushort, int, uint, long, ulong, half, float, double; vectors such as "
      "float4\n"
      "Models: {}; also names of cards, such as \"rtx 4090\"\n\n"
      "Example: 64 work-items in groups of 16 square 64 numbers\n"
      "  square.cl: kernel void square(global int* out, global const int* in, int n) {{\n"
      "               int i = get_global_id(0); if (i < n) out[i] = in[i] * in[i]; }}\n"
      "  lockstep simulate square.cl --global 64 --local 16 \\\n"
      "    buffer:int:64=0:dump buffer:int:64=iota scalar:int=64\n",
      models);
}

}  // namespace

Command add_simulate(CLI::App& program) {
  auto options = std::make_shared<SimulateOptions>();
  CLI::App* app =
      program.add_subcommand("simulate", "Run one launch of your own kernel file in the simulator");
  app->add_option("FILE", options->file,
                  "OpenCL C or CUDA C++ source; or a launch description (.sim), a plan (.plan.json) or a "
                  "recorded program "
                  "(.lockstep), or an entry of a course document (document:002/kernel-1.cu), which contain "
                  "everything else")
      ->required();
  options->launch.add_to(*app);
  options->launch.add_expected_to(*app);
  options->model.add_to(*app);
  options->schedule.add_to(*app);
  options->timeout.add_to(*app);
  app->add_flag("--no-findings", options->no_findings, "Count only; do not check for errors");
  app->add_flag("--same-value-races", options->same_value_races,
                "Also report two plain writes of the same value to one address");
  app->add_flag("--json", options->json, "As JSON");
  options->format.add_to(*app);
  options->words.add_to(*app);
  app->footer(help_footer());
  return {app, [options] { return run(*options); }};
}

}  // namespace lockstep::cli
