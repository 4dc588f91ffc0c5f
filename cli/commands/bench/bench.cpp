// lockstep bench: runs the algorithms of the catalogue on a real device, and host implementations on the
// processor. A time is shown only after the result has been checked.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "cli/command.hpp"
#include "cli/commands/bench/figure.hpp"
#include "cli/commands/bench/on_ranks.hpp"
#include "cli/commands/bench/recorded.hpp"
#include "cli/commands/bench/requests.hpp"
#include "core/base/files/atomic_writer.hpp"
#include "core/base/machine_facts.hpp"
#include "core/base/signals.hpp"
#include "core/base/text/terminal.hpp"
#include "core/base/text/text.hpp"
#include "core/bench/run_benchmark.hpp"
#include "core/bench/worker/worker.hpp"
#include "core/benchmark_data/history.hpp"
#include "core/benchmark_data/run_estimate.hpp"
#include "core/benchmark_data/tables/report.hpp"
#include "core/benchmark_data/tuning.hpp"
#include "core/host_implementations/implementations.hpp"
#include "core/plan/typed_values.hpp"
#include "core/recording/recording.hpp"
#include "sim/explain/precheck.hpp"
#include "sim/predicted_times/published_report.hpp"

namespace lockstep::cli {

namespace {

struct BenchCommandOptions {
  BenchChoice choice;
  std::string device = "0";
  std::string repeat = "20";
  std::string warm_up = "3";
  std::string threads = "0";
  std::string timeout = "30";
  std::string csv;
  std::string figure;
  std::string split = "position";
  std::string ranks;  // argument of --mpi; empty: as many as there are devices
  bool on_ranks = false;
  bool alone = false;
  bool no_copy = false;
  bool no_keep = false;
  bool in_process = false;
  bool json = false;
};

struct DeviceChoice {
  Result<measure::Device> device;     // the first device
  std::vector<measure::Device> list;  // devices that share an array; empty: a single device
  const measure::Device* first() const { return device ? &*device : nullptr; }
};

// If there is no device, the host implementations still run. An invalid device number is always a
// usage error.
Result<DeviceChoice> choose_device(const std::string& text,
                                   const std::vector<measure::BenchRequest>& requests,
                                   const bench::BenchOptions& bench) {
  const Result<DeviceNumbers> numbers = parse_device_numbers(text);
  if (!numbers) return tl::unexpected(numbers.error());
  const auto on_host = [](const measure::BenchRequest& request) { return request.implementation != nullptr; };
  if (std::ranges::all_of(requests, on_host))
    return DeviceChoice{failure("No OpenCL device was requested."), {}};
  const auto devices = find_devices(*numbers, bench::devices_by(bench.worker, bench.stop));
  if (devices)
    return DeviceChoice{devices->front(), numbers->is_list() ? *devices : decltype(DeviceChoice::list){}};
  const bool goes_on = devices.error().kind == Error::Kind::failed && std::ranges::any_of(requests, on_host);
  if (!goes_on) return tl::unexpected(devices.error());
  return DeviceChoice{tl::unexpected(devices.error()), {}};
}

Result<measure::Split> parse_split_option(const std::string& text) {
  const auto split = measure::parse_split(text);
  if (!split) return usage_error(fmt::format("--split {}: choose position, equal or measured.", text));
  return *split;
}

// Returns the requests for a list of devices. The devices share the array of each kernel. If requested, each
// device first processes the whole array alone.
Result<std::vector<measure::BenchRequest>> for_devices(const std::vector<measure::BenchRequest>& requests,
                                                       const DeviceChoice& choice,
                                                       const BenchCommandOptions& options) {
  const auto split = parse_split_option(options.split);
  if (!split) return tl::unexpected(split.error());
  if (choice.list.empty() && options.alone)
    return usage_error("--alone requires a list of devices, such as --device 0,1.");
  if (choice.list.empty()) return requests;
  return measure::shared_requests(requests, choice.list, *split, options.alone);
}

Result<unsigned> parse_limited(const std::string& option, const std::string& text, std::uint64_t least,
                               std::uint64_t most) {
  return read_whole(option, text, {least, most}).map([](std::uint64_t value) {
    return static_cast<unsigned>(value);
  });
}

Result<bench::BenchOptions> parse_bench_options(const BenchCommandOptions& options) {
  const Result<unsigned> repetitions = parse_limited("--repeat", options.repeat, 1, 1'000'000);
  if (!repetitions) return tl::unexpected(repetitions.error());
  const Result<unsigned> warm_ups = parse_limited("--warm-up", options.warm_up, 1, 1'000'000);
  if (!warm_ups) return tl::unexpected(warm_ups.error());
  const Result<unsigned> threads = parse_limited("--threads", options.threads, 0, 4096);
  if (!threads) return tl::unexpected(threads.error());
  bench::BenchOptions bench;
  bench.repetitions = *repetitions;
  bench.warm_ups = *warm_ups;
  bench.threads = *threads;
  bench.measure_copy = !options.no_copy;
  return bench;
}

// The estimated time of the rows, printed before the first row and while rows run.
class TimeShown {
 public:
  TimeShown(const std::vector<measure::BenchRequest>& requests, const measure::Device* device,
            const bench::BenchOptions& bench)
      : requests_(requests), left_(estimates(requests, device, bench.repetitions + bench.warm_ups)) {
    if (left_.total() >= kLong && is_terminal(Stream::error))
      fmt::print(stderr, "{}, {}.\n", plural(requests.size(), "row"), measure::about(left_.total()));
  }

  void show(std::size_t row, const measure::Progress& progress) const {
    if (row >= requests_.size()) return;
    const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const double share = progress.total == 0 ? 0 : static_cast<double>(progress.done) / progress.total;
    show_progress_line(fmt::format("row {} of {}, {} left: {}, n = {}: {}", row + 1, requests_.size(),
                                   measure::about(left_.left(row, share, passed)), requests_[row].id(),
                                   count_text(requests_[row].request.n), progress.what));
  }

 private:
  static constexpr double kLong = 3;  // seconds

  static std::vector<double> estimates(const std::vector<measure::BenchRequest>& requests,
                                       const measure::Device* device, unsigned runs) {
    const std::vector<measure::KnownTime> known =
        measure::stored_times(measure::read_results(measure::results_file()));
    const std::string processor = processor_name();
    std::vector<double> seconds;
    for (const measure::BenchRequest& request : requests) {
      const bool is_kernel = !request.implementation && device != nullptr;
      const std::string id = request.id();
      const measure::AskedRow row{id, request.request.n, is_kernel,
                                  !is_kernel || device->kind == measure::Device::Kind::cpu,
                                  is_kernel ? device->name : processor};
      seconds.push_back(measure::estimate_row(row, runs, {known}));
    }
    return seconds;
  }

  const std::vector<measure::BenchRequest>& requests_;
  measure::TimeLeft left_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

bool all_skipped(const measure::BenchReport& report) {
  for (const measure::BenchRow& row : report.rows)
    if (row.status != measure::BenchRow::Status::skipped) return false;
  return !report.rows.empty();
}

int status_of(const measure::BenchReport& report) {
  for (const measure::BenchRow& row : report.rows) {
    using enum measure::BenchRow::Status;
    if (row.status == failed || row.status == error) return kFailed;
  }
  return kDone;
}

// Counting takes a second, so it is done only if there are published results.
PublishedPredictor predictor_for(const measure::BenchReport& report, const std::stop_token& stop) {
  const auto is_published = [](const measure::BenchRow& row) { return !published_for(row.id).empty(); };
  if (std::ranges::none_of(report.rows, is_published)) return {};
  return sim::predictor_of(sim::compare_all_published({}, stop));
}

Result<void> write_files(const BenchCommandOptions& options, const measure::BenchReport& report) {
  if (!options.csv.empty())
    if (auto written = write_atomically(options.csv, measure::bench_csv(report)); !written) return written;
  return options.figure.empty() ? Result<void>{} : write_bench_figure(report, options.figure);
}

// If stored tuning values cannot be read, this is reported, because tunable kernels then have
// different times.
void warn_of_tuning(const std::vector<measure::BenchRequest>& requests) {
  const auto is_tunable = [](const measure::BenchRequest& request) {
    return request.algorithm && request.algorithm->is_tunable;
  };
  if (std::ranges::none_of(requests, is_tunable)) return;
  if (const std::string problem = measure::kept_tuning_problem(); !problem.empty())
    fmt::print(stderr, "lockstep: {}\n", problem);
}

// A recorded program has its own sizes. It runs in this process, and not together with other rows.
bool is_recording(const BenchCommandOptions& options) {
  return options.choice.ids.size() == 1 && options.choice.ids.front().ends_with(kRecordingEnding);
}

Result<int> run_recording(const BenchCommandOptions& options) {
  const auto bench = parse_bench_options(options);
  if (!bench) return tl::unexpected(bench.error());
  const Result<DeviceNumbers> numbers = parse_device_numbers(options.device);
  if (!numbers) return tl::unexpected(numbers.error());
  const auto devices = find_devices(*numbers, bench::devices_by(nullptr));
  if (!devices) return tl::unexpected(devices.error());
  const Interrupt interrupt;
  measure::RunOptions wanted;
  wanted.repetitions = bench->repetitions;
  wanted.warm_ups = bench->warm_ups;
  wanted.stop = interrupt.token();
  return bench_recording(options.choice.ids.front(), devices->front(), wanted, options.choice.force,
                         options.json);
}

// The results of all rows.
struct Measured {
  Result<measure::Device> device;  // the first device
  measure::BenchReport report;
  std::vector<std::string> problems;  // problems with stored results
  std::string places;                 // locations of the MPI ranks
};

// Stores rows and compares them with rows stored earlier.
class RowKeeper {
 public:
  RowKeeper(const BenchCommandOptions& options, const Result<measure::Device>& device)
      : keeper_(options.no_keep ? "" : measure::results_file(), device) {}

  void take(const measure::BenchRequest& request, const measure::BenchRow& row) {
    earlier_.push_back(keeper_.take(request, row));
  }
  void finish(Measured& measured) const {
    for (std::size_t i = 0; i < earlier_.size(); ++i) measured.report.rows[i].earlier = earlier_[i];
    measured.problems = keeper_.problems();
  }

 private:
  measure::ResultsKeeper keeper_;
  std::vector<std::optional<measure::EarlierRun>> earlier_;
};

// Typed values determine the only size.
std::string sizes_of(const BenchCommandOptions& options, const std::vector<measure::BenchRequest>& entries) {
  return looks_typed(options.choice.request.input) && !entries.empty()
             ? std::to_string(entries.front().request.n)
             : options.choice.request.n;
}

Result<Measured> measure_here(const BenchCommandOptions& options,
                              const std::vector<measure::BenchRequest>& entries, bench::BenchOptions bench) {
  const auto choice = choose_device(options.device, entries, bench);
  if (!choice) return tl::unexpected(choice.error());
  const auto sized = at_all_sizes(entries, sizes_of(options, entries), choice->first());
  if (!sized) return tl::unexpected(sized.error());
  const auto requests = for_devices(*sized, *choice, options);
  if (!requests) return tl::unexpected(requests.error());
  warn_of_tuning(*requests);
  const TimeShown time(*requests, choice->first(), bench);
  bench.on_progress = [&](std::size_t row, const measure::Progress& progress) { time.show(row, progress); };
  RowKeeper keeper(options, choice->device);
  bench.on_row = [&](std::size_t row, const measure::BenchRow& measured) {
    keeper.take((*requests)[row], measured);
  };
  Measured measured{choice->device, bench::run_benchmark(choice->device, *requests, bench), {}, {}};
  keeper.finish(measured);
  return measured;
}

Result<Measured> measure_on_ranks(const BenchCommandOptions& options,
                                  std::vector<measure::BenchRequest> entries,
                                  const bench::BenchOptions& bench, std::chrono::seconds timeout) {
  if (options.choice.ids.empty())
    std::erase_if(entries, [](const measure::BenchRequest& entry) { return !check_for_ranks({entry}); });
  if (const auto can = check_for_ranks(entries); !can) return tl::unexpected(can.error());
  const auto split = parse_split_option(options.split);
  if (!split) return tl::unexpected(split.error());
  const auto numbers = parse_device_numbers(options.device);
  if (!numbers) return tl::unexpected(numbers.error());
  const auto count = [&]() -> Result<std::size_t> {
    return find_devices(*numbers, bench::devices_by(bench.worker, bench.stop)).map([](const auto& found) {
      return found.size();
    });
  };
  const auto ranks =
      start_ranks({.count = options.ranks, .devices = options.device, .timeout = timeout}, count, bench.stop);
  if (!ranks) return tl::unexpected(ranks.error());
  const auto places = (*ranks)->places();
  const measure::Device& first = places.front().device;
  const auto sized = at_all_sizes(entries, sizes_of(options, entries), &first);
  if (!sized) return tl::unexpected(sized.error());
  const auto shared =
      ranks::ranks_requests(*sized, static_cast<unsigned>(places.size()), *split, options.alone);
  std::vector<measure::BenchRequest> requests;
  for (const ranks::RanksRequest& one : shared) requests.push_back(one.request);
  warn_of_tuning(requests);
  const TimeShown time(requests, &first, bench);
  RowKeeper keeper(options, first);
  ranks::RanksRun run{bench.repetitions, bench.warm_ups, bench.stop};
  run.on_progress = [&](std::size_t row, const measure::Progress& progress) { time.show(row, progress); };
  run.on_row = [&](std::size_t row, const measure::BenchRow& measured) {
    keeper.take(requests[row], measured);
  };
  Measured measured{first, ranks::run_on_ranks(**ranks, shared, run), {}, (*ranks)->places_text()};
  keeper.finish(measured);
  return measured;
}

Result<int> run(const BenchCommandOptions& options) {
  if (is_recording(options)) return run_recording(options);
  if (auto can = check_figure(options.figure); !can) return tl::unexpected(can.error());
  auto bench = parse_bench_options(options);
  if (!bench) return tl::unexpected(bench.error());
  const auto entries = bench_entries(options.choice);
  if (!entries) return tl::unexpected(entries.error());
  const auto timeout = parse_limited("--timeout", options.timeout, 1, 86'400);
  if (!timeout) return tl::unexpected(timeout.error());
  const Interrupt interrupt;
  bench::Worker worker({.program = bench::own_worker(),
                        .variables = {},
                        .timeout = std::chrono::seconds(*timeout),
                        .to_wait_longer = "--timeout"});
  if (!options.in_process) bench->worker = &worker;
  bench->stop = interrupt.token();
  bench->prechecker = sim::precheck;
  const auto measured = options.on_ranks
                            ? measure_on_ranks(options, *entries, *bench, std::chrono::seconds(*timeout))
                            : measure_here(options, *entries, *bench);
  if (!measured) return tl::unexpected(measured.error());
  const measure::BenchReport& report = measured->report;
  clear_progress_line();
  // If none of the requested rows can run, the request is a usage error.
  const bool interrupted = bench->stop.stop_requested();
  if (all_skipped(report) && !interrupted) return usage_error(report.rows.front().reason);
  for (const std::string& problem : measured->problems) fmt::print(stderr, "lockstep: {}\n", problem);
  const PublishedPredictor predicted = predictor_for(report, bench->stop);
  if (!options.json) fmt::print("{}", measured->places);
  fmt::print("{}\n", options.json ? measure::bench_json(report, predicted)
                                  : measure::bench_text(report, terminal_width(), predicted));
  if (!options.json &&
      std::ranges::any_of(report.rows, [](const measure::BenchRow& row) { return row.is_held_back(); }))
    fmt::print(stderr, "lockstep: --force runs a kernel despite the simulator's findings.\n");
  if (const auto written = write_files(options, report); !written) return tl::unexpected(written.error());
  return interrupted ? stop_status() : status_of(report);
}

void add_options(CLI::App& app, BenchCommandOptions& options) {
  app.add_option("ID", options.choice.ids,
                 "Algorithms of the catalogue, and host implementations (cpu/…), or one recorded program "
                 "(.lockstep); default: all of them");
  options.choice.request.add_to(app, RequestOptions::Target::device);
  app.get_option("--n")->description(
      "Numbers of elements: 16Mi; 1Ki,16Mi; 1Ki..256Mi by factors of four, 1Ki..256Mi:2 by factors of two; "
      "1Ki.. up to what fits the device and this machine");
  app.add_option("--device", options.device,
                 "Number of the device, as `lockstep devices` lists them; several that share each array: 0,1 "
                 "or all")
      ->capture_default_str();
  app.add_option(
         "--split", options.split,
         "How several devices share an array: parts by their position (a scan's first device has both "
         "ends, so that no device waits), equal parts, or parts by position and measured speed (measured)")
      ->capture_default_str();
  app.add_flag("--alone", options.alone,
               "With several devices: also run each device alone, for comparison; with --mpi: rank 0 alone");
  app.add_option(
         "--mpi", options.ranks,
         "Share each array between MPI ranks with a device each: RANKS on this machine, one for each "
         "device if no number follows; or those that mpirun has started, on any machines: mpirun -n 4 "
         "lockstep bench reduce/tuned --mpi")
      ->expected(0, 1)
      ->type_name("[RANKS]");
  app.add_option("--repeat", options.repeat, "Timed runs of each row")->capture_default_str();
  app.add_option("--warm-up", options.warm_up, "Untimed runs before the timed runs; at least 1")
      ->capture_default_str();
  app.add_option("--threads", options.threads,
                 "Threads or processes of the host implementations; 0: one for each core")
      ->capture_default_str();
  app.add_option("--timeout", options.timeout,
                 "Seconds without an answer from the driver after which its process is ended and the row "
                 "fails; building a kernel may take twenty times as long")
      ->capture_default_str();
  app.add_option("--patience", options.timeout)->group("");  // the old name, hidden
  app.add_flag("--force", options.choice.force,
               "Run kernels of --kernel-dir even where the simulator, which checks them first, finds that "
               "they may hang or crash the device");
  app.add_flag("--anyway", options.choice.force)->group("");  // the old name, hidden
  app.add_flag("--in-process", options.in_process,
               "Run in this process: a driver that crashes or hangs then also stops the program");
  app.add_option("--csv", options.csv, "Also write the table to this file");
  app.add_option("--figure", options.figure,
                 "Also draw table, bars and lines over n into this file, .svg or .png");
  app.add_flag("--no-copy", options.no_copy, "Do not measure the copy bandwidth first");
  app.add_flag("--no-keep", options.no_keep, "Neither store the results nor compare them with earlier runs");
  app.add_flag("--json", options.json, "As JSON");
}

}  // namespace

Command add_bench(CLI::App& program) {
  auto options = std::make_shared<BenchCommandOptions>();
  options->choice.request.n = "16Mi";
  CLI::App* app = program.add_subcommand("bench",
                                         "Run and time the catalogue on an OpenCL device and host "
                                         "implementations on the processor; check all results");
  add_options(*app, *options);
  return {app, [options, app] {
            options->choice.group_is_chosen = app->count("--group") > 0;
            options->on_ranks = app->count("--mpi") > 0;
            // The ranks of a machine use its devices in turn.
            if (options->on_ranks && app->count("--device") == 0) options->device = "all";
            return run(*options);
          }};
}

}  // namespace lockstep::cli
