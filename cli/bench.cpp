// lockstep bench: the catalogue on a real device, and other ways on the processor, each result checked before
// a time is shown.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "cli/command.hpp"
#include "cli/device_list.hpp"
#include "cli/options.hpp"
#include "core/opencl/benchmark.hpp"
#include "core/opencl/quirks.hpp"
#include "core/opencl/shared_rows.hpp"
#include "core/sizes.hpp"

namespace lockstep::cli {

namespace {

struct BenchCommandOptions {
  RequestOptions request;
  std::vector<std::string> ids;
  std::string device = "0";
  std::string repeat = "20";
  std::string threads = "0";
  std::string csv;
  std::string split = "equal";
  bool alone = false;
  bool group_is_chosen = false;
  bool no_copy = false;
  bool json = false;
};

// The catalogue's algorithms and the other ways are chosen by id alike.
Result<opencl::BenchRequest> find_entry(const std::string& id) {
  opencl::BenchRequest entry;
  entry.way = host::find_host_way(id);
  if (entry.way) return entry;
  const Result<const Algorithm*> algorithm = find_algorithm(id);
  if (!algorithm)
    return usage_error(algorithm.error().message + " `lockstep list` also names the ways without OpenCL.");
  entry.algorithm = *algorithm;
  return entry;
}

std::vector<opencl::BenchRequest> all_entries() {
  std::vector<opencl::BenchRequest> entries;
  for (const Algorithm& algorithm : catalogue()) entries.emplace_back().algorithm = &algorithm;
  for (const host::Way& way : host::host_ways()) entries.emplace_back().way = &way;
  return entries;
}

Result<std::vector<opencl::BenchRequest>> make_requests(const BenchCommandOptions& options) {
  const Result<Request> request = parse_request(options.request);
  if (!request) return tl::unexpected(request.error());
  std::vector<opencl::BenchRequest> requests;
  for (const std::string& id : options.ids) {
    const Result<opencl::BenchRequest> entry = find_entry(id);
    if (!entry) return tl::unexpected(entry.error());
    requests.push_back(*entry);
  }
  if (options.ids.empty()) requests = all_entries();
  for (opencl::BenchRequest& entry : requests) {
    entry.request = request->plan;
    entry.kernel_dir = request->kernel_dir;
    entry.by_name = !options.ids.empty();
    entry.group_is_chosen = options.group_is_chosen;
  }
  return requests;
}

struct DeviceChoice {
  Result<opencl::Device> device;     // the first one
  std::vector<opencl::Device> list;  // that share an array; empty: one has it alone
};

// Where there is none, the other ways still run; a wrong number is a mistake all the same.
Result<DeviceChoice> choose_device(const std::string& text,
                                   const std::vector<opencl::BenchRequest>& requests) {
  const Result<DeviceNumbers> numbers = parse_device_numbers(text);
  if (!numbers) return tl::unexpected(numbers.error());
  const auto of_way = [](const opencl::BenchRequest& request) { return request.way != nullptr; };
  if (std::ranges::all_of(requests, of_way))
    return DeviceChoice{failure("No OpenCL device was asked for."), {}};
  opencl::prepare_environment();
  const auto devices = find_devices(*numbers);
  if (devices)
    return DeviceChoice{devices->front(), numbers->is_list() ? *devices : decltype(DeviceChoice::list){}};
  const bool goes_on = devices.error().kind == Error::Kind::failed && std::ranges::any_of(requests, of_way);
  if (!goes_on) return tl::unexpected(devices.error());
  return DeviceChoice{tl::unexpected(devices.error()), {}};
}

// What a list of devices makes of the requests: each kernel's array is shared and, where that is wanted, each
// device has it alone first.
Result<std::vector<opencl::BenchRequest>> for_devices(const std::vector<opencl::BenchRequest>& requests,
                                                      const DeviceChoice& choice,
                                                      const BenchCommandOptions& options) {
  const auto split = opencl::parse_split(options.split);
  if (!split) return usage_error(fmt::format("--split {}: give equal or measured.", options.split));
  if (choice.list.empty() && options.alone)
    return usage_error("--alone is for a list of devices, such as --device 0,1.");
  if (choice.list.empty()) return requests;
  return opencl::shared_requests(requests, choice.list, *split, options.alone);
}

Result<unsigned> parse_limited(const std::string& option, const std::string& text, std::uint64_t least,
                               std::uint64_t most) {
  const Result<std::uint64_t> value = parse_size(text);
  if (value && *value >= least && *value <= most) return static_cast<unsigned>(*value);
  return usage_error(
      fmt::format("{} {}: give a whole number from {} to {}", option, text, least, count_text(most)));
}

// A line that overwrites itself, and only where a person is looking.
void show_progress(const opencl::BenchRequest& request, const opencl::Progress& progress) {
  if (isatty(STDERR_FILENO) == 0) return;
  fmt::print(stderr, "\r\033[K{}: {}", request.id(), progress.what);
  std::fflush(stderr);
}

void clear_progress() {
  if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\r\033[K");
}

Result<void> write_csv(const std::string& path, const opencl::BenchReport& report) {
  std::ofstream file(path);
  file << opencl::bench_csv(report);
  file.flush();
  if (!file) return failure(fmt::format("{} cannot be written", path));
  return {};
}

bool all_skipped(const opencl::BenchReport& report) {
  for (const opencl::BenchRow& row : report.rows)
    if (row.status != opencl::BenchRow::Status::skipped) return false;
  return !report.rows.empty();
}

int status_of(const opencl::BenchReport& report) {
  for (const opencl::BenchRow& row : report.rows) {
    using enum opencl::BenchRow::Status;
    if (row.status == failed || row.status == error) return kFailed;
  }
  return kDone;
}

Result<int> run(const BenchCommandOptions& options) {
  const auto entries = make_requests(options);
  if (!entries) return tl::unexpected(entries.error());
  const Result<unsigned> repetitions = parse_limited("--repeat", options.repeat, 1, 1'000'000);
  if (!repetitions) return tl::unexpected(repetitions.error());
  const Result<unsigned> threads = parse_limited("--threads", options.threads, 0, 4096);
  if (!threads) return tl::unexpected(threads.error());
  const auto choice = choose_device(options.device, *entries);
  if (!choice) return tl::unexpected(choice.error());
  const auto requests = for_devices(*entries, *choice, options);
  if (!requests) return tl::unexpected(requests.error());

  opencl::BenchOptions bench;
  bench.repetitions = *repetitions;
  bench.threads = *threads;
  bench.measure_copy = !options.no_copy;
  bench.on_progress = [&](std::size_t row, const opencl::Progress& progress) {
    if (row < requests->size()) show_progress((*requests)[row], progress);
  };
  const opencl::BenchReport report = opencl::run_benchmark(choice->device, *requests, bench);
  clear_progress();
  // Nothing that was asked for can be done so: that is a mistake in the request.
  if (all_skipped(report)) return usage_error(report.rows.front().reason);
  fmt::print("{}\n", options.json ? opencl::bench_json(report) : opencl::bench_text(report));
  if (!options.csv.empty()) {
    if (const Result<void> written = write_csv(options.csv, report); !written)
      return tl::unexpected(written.error());
  }
  return status_of(report);
}

}  // namespace

Command add_bench(CLI::App& program) {
  auto options = std::make_shared<BenchCommandOptions>();
  options->request.n = "16Mi";
  CLI::App* app = program.add_subcommand(
      "bench", "Run the catalogue on an OpenCL device and other ways on the processor, checked and timed");
  app->add_option("ID", options->ids,
                  "Algorithms of the catalogue, and ways without OpenCL (cpu/…); none: all of them");
  options->request.add_to(*app, RequestOptions::Target::device);
  app->add_option(
         "--device", options->device,
         "Number of the device, as `lockstep devices` lists them; several that share each array: 0,1 "
         "or all")
      ->capture_default_str();
  app->add_option("--split", options->split,
                  "How several devices share an array: equal parts, or by measured speed (measured)")
      ->capture_default_str();
  app->add_flag("--alone", options->alone, "With several devices: each by itself as well, to compare");
  app->add_option("--repeat", options->repeat, "Timed runs of each")->capture_default_str();
  app->add_option("--threads", options->threads,
                  "Threads or processes of the ways without OpenCL; 0: one a core")
      ->capture_default_str();
  app->add_option("--csv", options->csv, "Also write the table to this file");
  app->add_flag("--no-copy", options->no_copy, "Do not measure the copy bandwidth first");
  app->add_flag("--json", options->json, "As JSON");
  return {app, [options, app] {
            options->group_is_chosen = app->count("--group") > 0;
            return run(*options);
          }};
}

}  // namespace lockstep::cli
