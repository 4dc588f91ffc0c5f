#include "core/bench/row/one_device.hpp"

#include <algorithm>

#include "core/bench/row/request_plan.hpp"
#include "core/bench/row/rows.hpp"
#include "core/check/pattern_results.hpp"
#include "core/opencl/executor.hpp"

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
  set_rates(row, must_move_bytes(plan, report.result));
  return row;
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

BenchRow run_benchmark_row(PlanRunner& runner, const Device& device, const BenchRequest& request,
                           const RunOptions& options) {
  BenchRow row = empty_row(request);
  const auto made = make_request_plan(device, request);
  if (!made) return from_error(std::move(row), made.error());
  row.kernel_hash = made->kernel_hash;
  row.options = made->options;
  row.tuning = made->tuning;
  row.group_size = made->plan.group_size;
  const auto report = runner.run(made->plan, options);
  if (!report) return from_error(std::move(row), report.error());
  return from_report(std::move(row), made->plan, *report, std::max(options.repetitions, 1u));
}

}  // namespace lockstep::opencl
