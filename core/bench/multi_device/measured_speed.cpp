#include "core/bench/multi_device/measured_speed.hpp"

#include <algorithm>

#include "core/bench/multi_device/part_plan.hpp"
#include "core/bench/row/one_device.hpp"
#include "core/opencl/executor.hpp"

namespace lockstep::bench {
namespace {

constexpr unsigned kRuns = 5;

Result<double> median_ns(const measure::Device& device, const measure::BenchRequest& request,
                         const std::stop_token& stop) {
  measure::RunOptions few;
  few.repetitions = kRuns;
  few.stop = stop;
  opencl::PlanRunner runner(device);
  const measure::BenchRow row = run_benchmark_row(runner, device, request, few);
  if (row.status == measure::BenchRow::Status::passed)
    return static_cast<double>(std::max<std::uint64_t>(row.device_ns.median, 1));
  return tl::unexpected(
      Error{row.status == measure::BenchRow::Status::skipped ? Error::Kind::usage : Error::Kind::failed,
            row.reason});
}

}  // namespace

Result<MeasuredSpeed> measure_speed(const measure::Device& device, const measure::BenchRequest& request,
                                    std::uint64_t n, bool with_reduction, const std::stop_token& stop) {
  measure::BenchRequest part = request;
  part.devices.clear();
  part.by_name = true;
  part.request.n = std::max<std::uint64_t>(n, 1);
  const auto ns = median_ns(device, part, stop);
  if (!ns) return tl::unexpected(ns.error());
  MeasuredSpeed measured;
  measured.elements_per_ns = static_cast<double>(part.request.n) / *ns;
  if (!with_reduction || request.algorithm->family != Algorithm::Family::scan) return measured;
  const auto totals = totals_requests(part);
  if (totals.empty()) return measured;
  const auto read_ns = median_ns(device, totals.front(), stop);
  if (!read_ns) return tl::unexpected(read_ns.error());
  measured.scan_per_read = std::clamp(*ns / *read_ns, 1.0, 8.0);
  return measured;
}

}  // namespace lockstep::bench
