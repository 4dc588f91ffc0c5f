// lockstep tune: tries tuning values of the tunable kernels on a device, stores the best values found so far,
// and shows the candidates.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "core/base/signals.hpp"
#include "core/base/text/terminal.hpp"
#include "core/base/text/text.hpp"
#include "core/bench/tuner.hpp"
#include "core/opencl/devices.hpp"
#include "core/opencl/driver/quirks.hpp"

namespace lockstep::cli {
namespace {

struct TuneCommandOptions {
  RequestOptions request;
  std::vector<std::string> ids;
  std::string device = "0";
  std::string repeat = "10";
  std::string seconds = "25";
  bool dry_run = false;
  bool json = false;
};

Result<std::vector<const Algorithm*>> chosen(const std::vector<std::string>& ids) {
  std::vector<const Algorithm*> algorithms;
  if (ids.empty())
    for (const Algorithm& algorithm : catalogue())
      if (algorithm.is_tunable) algorithms.push_back(&algorithm);
  for (const std::string& id : ids) {
    const auto algorithm = find_algorithm(id);
    if (!algorithm) return tl::unexpected(algorithm.error());
    if (!(*algorithm)->is_tunable)
      return usage_error(
          fmt::format("{} has no tuning values; without an ID all tunable algorithms are tuned.", id));
    if (const auto& technique = (*algorithm)->technique)
      return usage_error(
          fmt::format("{0} takes the tuning values of {1}: lockstep tune {1}.", id, technique->of));
    algorithms.push_back(*algorithm);
  }
  return algorithms;
}

void show_progress(const Algorithm& algorithm, std::size_t done, std::size_t total) {
  show_progress_line(fmt::format("{}: {} of {}", algorithm.id, done + 1, total));
}

Result<void> show_best(const bench::TuneReport& report, const TuneCommandOptions& options) {
  const auto best = report.best();
  if (!best) return failure("No candidate passed; `lockstep bench` gives the reason.");
  if (options.json) return {};
  const bench::Trial& trial = report.trials[*best];
  fmt::print("\nBest{}: {}.\n\n", report.is_stopped ? " so far" : "",
             measure::tuning_text(trial.tuning, **find_algorithm(trial.row.id)));
  if (!options.dry_run) fmt::print("Kept in {}.\n\n", measure::tuning_file());
  return {};
}

struct Tuner {
  measure::Device device;
  Request request;
  bench::TuneOptions options;
  bool dry_run = false;
};

Result<bench::TuneReport> tune_one(const Tuner& tuner, const Algorithm& algorithm) {
  measure::BenchRequest bench;
  bench.algorithm = &algorithm;
  bench.request = tuner.request.plan;
  bench.request.exclusive = tuner.request.plan.exclusive && algorithm.has_exclusive_form;
  bench.kernel_dir = tuner.request.kernel_dir;
  bench::TuneOptions options = tuner.options;
  options.on_progress = [&](std::size_t done, std::size_t total) { show_progress(algorithm, done, total); };
  // The best values are stored immediately, so that an interrupted search does not lose them.
  Result<void> kept;
  if (!tuner.dry_run)
    options.on_best = [&](const bench::Trial& trial) {
      kept = measure::keep_tuning(bench::tuning_entry(tuner.device, trial));
    };
  auto report = bench::tune(tuner.device, bench, options);
  clear_progress_line();
  if (!kept) return tl::unexpected(kept.error());
  return report;
}

// Prints the best values, also after an interrupted search.
Result<void> show(const bench::TuneReport& report, const TuneCommandOptions& options) {
  if (!options.json) fmt::print("{}", bench::tune_text(report));
  return report.is_stopped && !report.best() ? Result<void>{} : show_best(report, options);
}

// Tunes the algorithms. If one algorithm fails, the others are still tuned.
Result<int> tune_all(const Tuner& tuner, const std::vector<const Algorithm*>& algorithms,
                     const TuneCommandOptions& options) {
  std::string json;
  Result<void> all_well;
  bool is_stopped = false;
  for (const Algorithm* algorithm : algorithms) {
    const auto report = tune_one(tuner, *algorithm);
    const auto shown = report ? show(*report, options) : tl::unexpected(report.error());
    if (!shown && all_well) all_well = shown;
    if (report && options.json) json += (json.empty() ? "" : ",\n") + bench::tune_json(*report);
    is_stopped = report && report->is_stopped;
    if (is_stopped) break;
  }
  if (options.json) fmt::print("[{}]\n", json);
  if (is_stopped) {
    fmt::print(stderr, "lockstep: Stopped before all candidates were tried{}.\n",
               options.dry_run ? "" : "; the best values so far are kept");
    return stop_status();
  }
  if (!all_well) return tl::unexpected(all_well.error());
  return kDone;
}

Result<bench::TuneOptions> parse_tune_options(const TuneCommandOptions& options) {
  bench::TuneOptions tune;
  const Result<std::uint64_t> repetitions = read_whole("--repeat", options.repeat, {1, 10'000});
  if (!repetitions) return tl::unexpected(repetitions.error());
  tune.repetitions = static_cast<unsigned>(*repetitions);
  const Result<std::uint64_t> seconds = read_whole("--seconds", options.seconds, {0, 1'000'000});
  if (!seconds) return tl::unexpected(seconds.error());
  tune.time_limit = std::chrono::seconds(*seconds);
  return tune;
}

// The file is read before the search, so that an unreadable file is reported early.
Result<void> check_file(bool dry_run) {
  const std::string problem = measure::kept_tuning_problem();
  if (problem.empty()) return {};
  if (!dry_run) return failure(problem);
  fmt::print(stderr, "lockstep: {}\n", problem);
  return {};
}

Result<int> run(const TuneCommandOptions& options) {
  const Result<Request> request = parse_request(options.request);
  if (!request) return tl::unexpected(request.error());
  const auto algorithms = chosen(options.ids);
  if (!algorithms) return tl::unexpected(algorithms.error());
  const Result<std::uint64_t> device_index =
      read_whole("--device", options.device, {0, kMaxDevices, kDeviceNote});
  if (!device_index) return tl::unexpected(device_index.error());
  auto tune = parse_tune_options(options);
  if (!tune) return tl::unexpected(tune.error());
  if (auto readable = check_file(options.dry_run); !readable) return tl::unexpected(readable.error());
  const Interrupt interrupt;
  opencl::prepare_environment();
  const auto device = opencl::find_device(*device_index);
  if (!device) return tl::unexpected(device.error());
  tune->stop = interrupt.token();
  return tune_all({*device, *request, *tune, options.dry_run}, *algorithms, options);
}

}  // namespace

Command add_tune(CLI::App& program) {
  auto options = std::make_shared<TuneCommandOptions>();
  options->request.n = "64Mi";
  CLI::App* app = program.add_subcommand(
      "tune", "Find the best values of the tunable kernels for a device, and store them");
  app->add_option("ID", options->ids, "Tunable algorithms; default: all of them");
  options->request.add_to(*app, RequestOptions::Target::device);
  app->remove_option(app->get_option("--group"));  // L is one of the tuned values
  app->add_option("--device", options->device, "Number of the device, as `lockstep devices` lists them")
      ->capture_default_str();
  app->add_option("--repeat", options->repeat, "Timed runs of each candidate")->capture_default_str();
  app->add_option("--seconds", options->seconds, "Start no further candidate of an algorithm after this time")
      ->capture_default_str();
  app->add_flag("--dry-run", options->dry_run, "Show the best values without storing them");
  app->add_flag("--json", options->json, "As JSON");
  return {app, [options] { return run(*options); }};
}

}  // namespace lockstep::cli
