#include "core/bench/run_benchmark.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/machine_facts.hpp"
#include "core/bench/multi_device/row.hpp"
#include "core/bench/prechecked_row.hpp"
#include "core/bench/row/one_device.hpp"
#include "core/bench/row/request_plan.hpp"
#include "core/bench/row/rows.hpp"
#include "core/bench/worker/worker.hpp"
#include "core/host_implementations/run.hpp"
#include "core/opencl/executor.hpp"

namespace lockstep::bench {
namespace {

// On the host, the run and its round trip are the same.
measure::BenchRow with_host_timing(measure::BenchRow row, const host::HostReport& report, bool is_scan,
                                   unsigned wanted) {
  row.status = measure::BenchRow::Status::passed;
  row.note = fewer_runs(report.runs, wanted);
  row.device_ns = row.span_ns = row.host_ns = report.time_ns;
  row.error = report.check.error;
  set_rates(row, moved_bytes(row, is_scan));
  return row;
}

measure::BenchRow run_on_host(const measure::BenchRequest& request, unsigned threads,
                              const measure::RunOptions& options) {
  measure::BenchRow row = empty_row(request);
  row.threads = request.implementation->one_thread ? 1 : threads;
  const auto report = host::run_implementation(host::implementation_of(*request.implementation),
                                               request.request, threads, options);
  if (!report) return from_error(std::move(row), report.error());
  switch (report->status) {
    case host::HostReport::Status::failed:
      return without_value(std::move(row), measure::BenchRow::Status::failed, report->reason);
    case host::HostReport::Status::cancelled:
      return without_value(std::move(row), measure::BenchRow::Status::skipped, report->reason);
    case host::HostReport::Status::passed:
      break;
  }
  return with_host_timing(std::move(row), *report, request.implementation->family == Algorithm::Family::scan,
                          std::max(options.repetitions, 1u));
}

}  // namespace

measure::BenchRow run_benchmark_row(const measure::Device& device, const measure::BenchRequest& request,
                                    const measure::RunOptions& options) {
  measure::BenchRow row = empty_row(request);
  if (!request.by_name && row.n > request.algorithm->quick_n)
    return without_value(std::move(row), measure::BenchRow::Status::skipped,
                         "May take minutes at this size: it only runs when it is chosen by name.");
  if (!request.devices.empty()) return run_row_on_several(request, options);
  opencl::PlanRunner runner(device);
  return run_benchmark_row(runner, device, request, options);
}

// Measures the copy rate of one device after another; a list of devices contains the report's own device.
static void measure_copies(measure::BenchReport& report, const BenchOptions& options) {
  const std::vector<measure::Device> devices =
      report.devices.empty() ? std::vector{report.device} : report.devices;
  for (const measure::Device& device : devices) {
    const auto copied =
        options.worker ? options.worker->copy_gbps(device, options.stop) : opencl::measure_copy_gbps(device);
    if (!copied && report.copy_reason.empty()) report.copy_reason = copied.error().message;
    if (device.index == report.device.index) report.copy_gbps = copied.value_or(0);
    report.copies_gbps.push_back(copied.value_or(0));
  }
}

static measure::BenchRow run_row(const Result<measure::Device>& device, const measure::BenchRequest& request,
                                 const BenchOptions& options, const measure::RunOptions& run) {
  if (options.stop.stop_requested())
    return without_value(empty_row(request), measure::BenchRow::Status::skipped,
                         "Cancelled before it began.");
  if (!device && !request.implementation)
    return without_value(empty_row(request), measure::BenchRow::Status::skipped, device.error().message);
  if (options.worker)
    return options.worker->row(request.implementation ? nullptr : &*device, request, options.threads, run);
  if (request.implementation) return run_on_host(request, options.threads, run);
  return run_prechecked(*device, request, run, options.prechecker);
}

// Used if no worker can be started: this process then runs everything, and must find the devices again that a
// worker has listed.
static void run_here(Result<measure::Device>& device, std::vector<measure::BenchRequest>& requests) {
  device = device.and_then(opencl::find_again);
  for (measure::BenchRequest& request : requests)
    for (measure::Device& shared : request.devices) {
      const auto found = opencl::find_again(shared);
      if (found) shared = *found;
      if (!found) device = tl::unexpected(found.error());
    }
}

static std::string no_worker_sentence(const std::string& why) {
  return "No separate process could be started for the driver, so a kernel that hangs or crashes the driver "
         "also ends this program: " +
         why;
}

// The part of the report that is known before anything runs.
static measure::BenchReport report_on(const Result<measure::Device>& device,
                                      std::span<const measure::BenchRequest> requests) {
  measure::BenchReport report;
  if (device)
    report.device = *device;
  else
    report.no_device = device.error().message;
  if (std::ranges::any_of(requests,
                          [](const measure::BenchRequest& one) { return one.implementation != nullptr; }))
    report.processor = processor_name();
  report.devices = devices_of(requests);
  return report;
}

static bool uses_device(const measure::BenchRequest& request) {
  return !request.implementation && check_danger(*request.algorithm).has_value();
}

static measure::RunOptions run_options(const BenchOptions& options, std::size_t row) {
  measure::RunOptions run;
  run.repetitions = options.repetitions;
  run.warm_ups = options.warm_ups;
  run.stop = options.stop;
  if (options.on_progress)
    run.on_progress = [&options, row](const measure::Progress& progress) {
      options.on_progress(row, progress);
    };
  return run;
}

measure::BenchReport run_benchmark(const Result<measure::Device>& asked_device,
                                   std::span<const measure::BenchRequest> asked_requests,
                                   const BenchOptions& asked_options) {
  Result<measure::Device> device = asked_device;
  std::vector<measure::BenchRequest> requests(asked_requests.begin(), asked_requests.end());
  BenchOptions options = asked_options;
  std::string no_worker;
  if (const auto started = options.worker ? options.worker->start() : Result<void>(); !started) {
    no_worker = no_worker_sentence(started.error().message);
    options.worker = nullptr;
    run_here(device, requests);
  }
  if (options.worker) options.worker->forget_losses();
  measure::BenchReport report = report_on(device, requests);
  report.no_worker = std::move(no_worker);
  if (options.threads == 0) options.threads = usable_processors();
  if (device && options.measure_copy && std::ranges::any_of(requests, uses_device) &&
      !options.stop.stop_requested())
    measure_copies(report, options);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    report.rows.push_back(run_row(device, requests[i], options, run_options(options, i)));
    if (options.on_row) options.on_row(i, report.rows.back());
  }
  return report;
}

}  // namespace lockstep::bench
