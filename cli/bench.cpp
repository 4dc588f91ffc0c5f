// lockstep bench: the catalogue on a real device, each result checked before a time is shown.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "core/opencl/benchmark.hpp"
#include "core/opencl/quirks.hpp"
#include "core/sizes.hpp"

namespace lockstep::cli {

namespace {

struct BenchCommandOptions {
  RequestOptions request;
  std::vector<std::string> ids;
  std::string device = "0";
  std::string repeat = "20";
  std::string csv;
  bool no_copy = false;
  bool json = false;
};

Result<std::vector<opencl::BenchRequest>> make_requests(const BenchCommandOptions& options) {
  const Result<Request> request = parse_request(options.request);
  if (!request) return tl::unexpected(request.error());
  std::vector<opencl::BenchRequest> requests;
  const auto add = [&](const Algorithm* algorithm) {
    opencl::BenchRequest& entry = requests.emplace_back();
    entry.algorithm = algorithm;
    entry.request = request->plan;
    entry.kernel_dir = request->kernel_dir;
    entry.by_name = !options.ids.empty();
  };
  for (const std::string& id : options.ids) {
    const Result<const Algorithm*> algorithm = find_algorithm(id);
    if (!algorithm) return tl::unexpected(algorithm.error());
    add(*algorithm);
  }
  if (options.ids.empty())
    for (const Algorithm& algorithm : catalogue()) add(&algorithm);
  return requests;
}

// A line that overwrites itself, and only where a person is looking.
void show_progress(const opencl::BenchRequest& request, const opencl::Progress& progress) {
  if (isatty(STDERR_FILENO) == 0) return;
  fmt::print(stderr, "\r\033[K{}: {}", request.algorithm->id, progress.what);
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
  const auto requests = make_requests(options);
  if (!requests) return tl::unexpected(requests.error());
  const Result<std::uint64_t> device_index = parse_size(options.device);
  if (!device_index) return usage_error(fmt::format("--device: {}", device_index.error().message));
  const Result<std::uint64_t> repetitions = parse_size(options.repeat);
  if (!repetitions || *repetitions == 0 || *repetitions > 1'000'000)
    return usage_error(fmt::format("--repeat {}: give a whole number from 1 to 1,000,000", options.repeat));
  opencl::prepare_environment();
  const auto device = opencl::find_device(*device_index);
  if (!device) return tl::unexpected(device.error());

  opencl::BenchOptions bench;
  bench.repetitions = static_cast<unsigned>(*repetitions);
  bench.measure_copy = !options.no_copy;
  bench.on_progress = [&](std::size_t row, const opencl::Progress& progress) {
    if (row < requests->size()) show_progress((*requests)[row], progress);
  };
  const opencl::BenchReport report = opencl::run_benchmark(*device, *requests, bench);
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
  CLI::App* app = program.add_subcommand("bench", "Run the catalogue on an OpenCL device, checked and timed");
  app->add_option("ID", options->ids, "Algorithms of the catalogue; none: all of them");
  options->request.add_to(*app, RequestOptions::Target::device);
  app->add_option("--device", options->device, "Number of the device, as `lockstep devices` lists them")
      ->capture_default_str();
  app->add_option("--repeat", options->repeat, "Timed runs of each")->capture_default_str();
  app->add_option("--csv", options->csv, "Also write the table to this file");
  app->add_flag("--no-copy", options->no_copy, "Do not measure the copy bandwidth first");
  app->add_flag("--json", options->json, "As JSON");
  return {app, [options] { return run(*options); }};
}

}  // namespace lockstep::cli
