#include "core/opencl/benchmark.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/host/run.hpp"
#include "core/opencl/tuning.hpp"
#include "core/text_hash.hpp"

namespace lockstep::opencl {
namespace {

BenchRow empty_row(const BenchRequest& request) {
  BenchRow row;
  row.id = request.id();
  row.type = request.request.type;
  row.op = request.request.op;
  row.n = request.request.n;
  row.exclusive = request.request.exclusive;
  row.edited = request.source.has_value();
  if (!request.way) row.group_size = request.request.group_size;
  return row;
}

BenchRow without_value(BenchRow row, BenchRow::Status status, std::string reason) {
  row.status = status;
  row.reason = std::move(reason);
  return row;
}

// A request that makes no sense on this device is skipped; what goes wrong on the way is an error.
BenchRow from_error(BenchRow row, Error error) {
  const auto status = error.kind == Error::Kind::usage ? BenchRow::Status::skipped : BenchRow::Status::error;
  return without_value(std::move(row), status, std::move(error.message));
}

// What may hang a device or reach into other memory is for the simulator. An edited text counts as the
// hazard: nobody has looked at it.
Result<void> check_danger(const Algorithm& algorithm) {
  if (!algorithm.hazard || algorithm.hazard->danger.empty()) return {};
  return usage_error(
      fmt::format("{} is wrong on purpose and does not run on a real device: {}. See what it does "
                  "in the simulator: lockstep trace {}.",
                  algorithm.id, algorithm.hazard->danger, algorithm.id));
}

std::string fewer_runs(unsigned runs, unsigned wanted) {
  return runs < wanted ? fmt::format("{} of {} runs: then the time limit was reached.", runs, wanted) : "";
}

void set_rates(BenchRow& row, bool is_scan) {
  const auto time = static_cast<double>(row.device_ns.median);
  if (time == 0) return;
  const double moved = static_cast<double>(row.n * size_bytes(row.type)) * (is_scan ? 2 : 1);
  row.gelem_per_s = static_cast<double>(row.n) / time;
  row.gbps = moved / time;
}

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
  if (auto allowed = check_danger(*request.algorithm); !allowed)
    return from_error(std::move(row), allowed.error());
  auto source = request.source ? Result<KernelSource>(*request.source)
                               : load_kernel(*request.algorithm, request.kernel_dir);
  if (!source) return from_error(std::move(row), source.error());
  row.kernel_hash = text_hash(source->text);
  PlanRequest plan_request = request.request;
  plan_request.limits = device.limits();
  if (request.algorithm->is_tunable) {
    plan_request.tuning =
        request.tuning ? *request.tuning : tuning_for(device, *request.algorithm, plan_request);
    if (request.group_is_chosen)
      plan_request.tuning = tuning_for_group(plan_request.tuning, plan_request.group_size);
    row.tuning = plan_request.tuning;
  }
  const auto plan = make_plan(*request.algorithm, plan_request, *source);
  if (!plan) return from_error(std::move(row), plan.error());
  row.group_size = plan->group_size;
  if (row.tuning) row.tuning->group_size = plan->group_size;
  const auto report = run_plan(device, *plan, options);
  if (!report) return from_error(std::move(row), report.error());
  return from_report(std::move(row), *plan, *report, std::max(options.repetitions, 1u));
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
  if (device && options.measure_copy && any_may_run && !options.stop.stop_requested()) {
    const auto copied = measure_copy_gbps(*device);
    report.copy_gbps = copied.value_or(0);
    if (!copied) report.copy_reason = copied.error().message;
  }
  for (std::size_t i = 0; i < requests.size(); ++i) {
    RunOptions run;
    run.repetitions = options.repetitions;
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
