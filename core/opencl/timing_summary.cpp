#include "core/opencl/timing_summary.hpp"

#include <algorithm>

namespace lockstep::opencl {
namespace {

// Some drivers have coarse clocks and report an end before the start.
std::uint64_t duration(const KernelTime& time) { return time.end_ns - std::min(time.start_ns, time.end_ns); }

template <class Measure>
measure::Spread over_runs(const std::vector<RunTime>& runs, Measure&& measure) {
  std::vector<std::uint64_t> values;
  for (const RunTime& run : runs) values.push_back(measure(run));
  return measure::spread_of(std::move(values));
}

}  // namespace

std::vector<KernelTime> commands_of(const RunTime& run) {
  std::vector<KernelTime> all = run.refills;
  all.insert(all.end(), run.launches.begin(), run.launches.end());
  return all;
}

std::uint64_t total_ns(const std::vector<KernelTime>& launches) {
  std::uint64_t sum = 0;
  for (const KernelTime& launch : launches) sum += duration(launch);
  return sum;
}

std::uint64_t span_ns(const std::vector<KernelTime>& launches) {
  if (launches.empty()) return 0;
  return duration({launches.front().start_ns, launches.back().end_ns});
}

// Overlapping kernels leave no gap.
static std::uint64_t gaps(const RunTime& run) {
  const std::vector<KernelTime> commands = commands_of(run);
  const std::uint64_t span = span_ns(commands);
  return span - std::min(span, total_ns(commands));
}

Timing summarise(const Plan& plan, const std::vector<RunTime>& runs) {
  Timing timing;
  timing.runs = static_cast<unsigned>(runs.size());
  timing.device_ns = over_runs(runs, [](const RunTime& run) { return total_ns(commands_of(run)); });
  timing.span_ns = over_runs(runs, [](const RunTime& run) { return span_ns(commands_of(run)); });
  timing.gap_ns = over_runs(runs, gaps);
  timing.host_ns = over_runs(runs, [](const RunTime& run) { return run.host_ns; });
  for (std::size_t i = 0; i < plan.launches.size(); ++i)
    timing.launches.push_back({plan.launches[i].label, over_runs(runs, [&](const RunTime& run) {
                                 return duration(run.launches[i]);
                               })});
  return timing;
}

}  // namespace lockstep::opencl
