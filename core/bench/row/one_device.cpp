#include "core/bench/row/one_device.hpp"

#include <algorithm>

#include "core/bench/row/request_plan.hpp"
#include "core/bench/row/rows.hpp"
#include "core/check/pattern_results.hpp"
#include "core/opencl/executor.hpp"

namespace lockstep::bench {
namespace {

measure::BenchRow with_timing(measure::BenchRow row, const Plan& plan, const opencl::RunReport& report,
                              unsigned wanted) {
  row.status = measure::BenchRow::Status::passed;
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

measure::BenchRow from_report(measure::BenchRow row, const Plan& plan, const opencl::RunReport& report,
                              unsigned wanted) {
  switch (report.status) {
    case opencl::RunReport::Status::passed:
      return with_timing(std::move(row), plan, report, wanted);
    case opencl::RunReport::Status::failed:
      return without_value(std::move(row), measure::BenchRow::Status::failed, report.reason);
    case opencl::RunReport::Status::cancelled:
      return without_value(std::move(row), measure::BenchRow::Status::skipped, report.reason);
    case opencl::RunReport::Status::unchecked:
      break;
  }
  return without_value(std::move(row), measure::BenchRow::Status::error,
                       "The plan does not say what to expect.");
}

}  // namespace

measure::BenchRow run_benchmark_row(opencl::PlanRunner& runner, const measure::Device& device,
                                    const measure::BenchRequest& request,
                                    const measure::RunOptions& options) {
  measure::BenchRow row = empty_row(request);
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

}  // namespace lockstep::bench
