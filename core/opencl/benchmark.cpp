#include "core/opencl/benchmark.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/host/run.hpp"
#include "core/opencl/benchmark_rows.hpp"
#include "core/opencl/request_plan.hpp"

namespace lockstep::opencl {
namespace {

BenchRow with_timing(BenchRow row, const Plan& plan, const RunReport& report, unsigned wanted) {
  row.status = BenchRow::Status::passed;
  const std::string fewer = fewer_runs(report.timing->runs, wanted);
  row.note = report.note + (report.note.empty() || fewer.empty() ? "" : " ") + fewer;
  row.device_ns = report.timing->device_ns;
  row.span_ns = report.timing->span_ns;
  row.gap_ns = report.timing->gap_ns;
  row.host_ns = report.timing->host_ns;
  row.launches = plan.launches.size();
  row.error = report.check.error;
  set_rates(row, plan.expectation->kind != Expectation::Kind::reduction);
  return row;
}

// What runs on the host is not apart from its round trip.
BenchRow with_host_timing(BenchRow row, const host::HostReport& report, bool is_scan, unsigned wanted) {
  row.status = BenchRow::Status::passed;
  row.note = fewer_runs(report.runs, wanted);
  row.device_ns = row.span_ns = row.host_ns = report.time_ns;
  row.error = report.check.error;
  set_rates(row, is_scan);
  return row;
}

BenchRow run_way_row(const BenchRequest& request, unsigned threads, const RunOptions& options) {
  BenchRow row = empty_row(request);
  row.threads = threads;
  const auto report = host::run_way(*request.way, request.request, threads, options);
  if (!report) return from_error(std::move(row), report.error());
  switch (report->status) {
    case host::HostReport::Status::failed:
      return without_value(std::move(row), BenchRow::Status::failed, report->reason);
    case host::HostReport::Status::cancelled:
      return without_value(std::move(row), BenchRow::Status::skipped, report->reason);
    case host::HostReport::Status::passed:
      break;
  }
  return with_host_timing(std::move(row), *report, request.way->family == Algorithm::Family::scan,
                          std::max(options.repetitions, 1u));
}

BenchRow from_report(BenchRow row, const Plan& plan, const RunReport& report, unsigned wanted) {
  switch (report.status) {
    case RunReport::Status::passed:
      return with_timing(std::move(row), plan, report, wanted);
    case RunReport::Status::failed:
      return without_value(std::move(row), BenchRow::Status::failed, report.reason);
    case RunReport::Status::cancelled:
      return without_value(std::move(row), BenchRow::Status::skipped, report.reason);
    case RunReport::Status::unchecked:
      break;
  }
  return without_value(std::move(row), BenchRow::Status::error, "The plan does not say what to expect.");
}

}  // namespace

bool BenchReport::all_passed() const {
  return std::all_of(rows.begin(), rows.end(),
                     [](const BenchRow& row) { return row.status == BenchRow::Status::passed; });
}

BenchRow run_benchmark_row(const Device& device, const BenchRequest& request, const RunOptions& options) {
  BenchRow row = empty_row(request);
  if (!request.by_name && row.n > request.algorithm->quick_n)
    return without_value(std::move(row), BenchRow::Status::skipped,
                         "May take minutes at this size, and is only run when it is chosen by itself.");
  if (!request.devices.empty()) return run_row_on_several(request, options);
  const auto made = make_request_plan(device, request);
  if (!made) return from_error(std::move(row), made.error());
  row.kernel_hash = made->kernel_hash;
  row.tuning = made->tuning;
  row.group_size = made->plan.group_size;
  const auto report = run_plan(device, made->plan, options);
  if (!report) return from_error(std::move(row), report.error());
  return from_report(std::move(row), made->plan, *report, std::max(options.repetitions, 1u));
}

std::vector<Device> devices_of(std::span<const BenchRequest> requests) {
  std::vector<Device> devices;
  for (const BenchRequest& request : requests)
    for (const Device& device : request.devices)
      if (std::ranges::find(devices, device.index, &Device::index) == devices.end())
        devices.push_back(device);
  return devices;
}

// One device after another; the report's own is among those of a list.
static void measure_copies(BenchReport& report) {
  const std::vector<Device> devices = report.devices.empty() ? std::vector{report.device} : report.devices;
  for (const Device& device : devices) {
    const auto copied = measure_copy_gbps(device);
    if (!copied && report.copy_reason.empty()) report.copy_reason = copied.error().message;
    if (device.index == report.device.index) report.copy_gbps = copied.value_or(0);
    report.copies_gbps.push_back(copied.value_or(0));
  }
}

BenchReport run_benchmark(const Result<Device>& device, std::span<const BenchRequest> requests,
                          const BenchOptions& options) {
  BenchReport report;
  if (device)
    report.device = *device;
  else
    report.no_device = device.error().message;
  const unsigned threads = options.threads == 0 ? host::host_threads() : options.threads;
  if (std::any_of(requests.begin(), requests.end(), [](const BenchRequest& one) { return one.way; }))
    report.processor = host::processor_name();
  const bool any_may_run = std::any_of(requests.begin(), requests.end(), [](const BenchRequest& request) {
    return !request.way && check_danger(*request.algorithm).has_value();
  });
  report.devices = devices_of(requests);
  if (device && options.measure_copy && any_may_run && !options.stop.stop_requested()) measure_copies(report);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    RunOptions run;
    run.repetitions = options.repetitions;
    run.warm_ups = options.warm_ups;
    run.stop = options.stop;
    if (options.on_progress)
      run.on_progress = [&](const Progress& progress) { options.on_progress(i, progress); };
    if (requests[i].way)
      report.rows.push_back(run_way_row(requests[i], threads, run));
    else if (device)
      report.rows.push_back(run_benchmark_row(*device, requests[i], run));
    else
      report.rows.push_back(
          without_value(empty_row(requests[i]), BenchRow::Status::skipped, device.error().message));
    if (options.on_row) options.on_row(i, report.rows.back());
  }
  return report;
}

std::string_view name(BenchRow::Status status) {
  switch (status) {
    case BenchRow::Status::passed:
      return "passed";
    case BenchRow::Status::failed:
      return "failed";
    case BenchRow::Status::skipped:
      return "skipped";
    case BenchRow::Status::error:
      break;
  }
  return "error";
}

}  // namespace lockstep::opencl
