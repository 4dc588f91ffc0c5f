#include "core/bench/multi_device/several_timing.hpp"

#include <algorithm>

namespace lockstep::bench {
namespace {

using Runs = std::vector<std::vector<PartTime>>;

// Threads that are released together still start a few microseconds apart.
HostTime common_start(const std::vector<PartTime>& run) {
  return std::ranges::min_element(run, {}, &PartTime::start)->start;
}

std::vector<measure::Stretch> stretches_of(const PartTime& part, HostTime start) {
  std::vector<measure::Stretch> stretches;
  std::uint64_t begin = nanoseconds(start, part.start);
  for (const auto& [what, end] : part.ends) {
    stretches.push_back({what, begin, nanoseconds(start, end)});
    begin = stretches.back().end_ns;
  }
  return stretches;
}

// Returns the run whose value is nearest to the median; for an even count the median is not the value of
// a run.
std::size_t nearest(const std::vector<std::uint64_t>& values, std::uint64_t median) {
  const auto distance = [&](std::uint64_t value) { return value > median ? value - median : median - value; };
  return static_cast<std::size_t>(std::ranges::min_element(values, {}, distance) - values.begin());
}

template <class Measure>
std::vector<std::uint64_t> over_runs(const Runs& runs, Measure&& time_of) {
  std::vector<std::uint64_t> values;
  for (const auto& run : runs) values.push_back(time_of(run));
  return values;
}

template <class Measure>
measure::Spread longest_part(const Runs& runs, Measure&& time_of) {
  return measure::spread_of(over_runs(runs, [&](const std::vector<PartTime>& run) {
    std::uint64_t longest = 0;
    for (const PartTime& part : run) longest = std::max(longest, time_of(part.launches));
    return longest;
  }));
}

}  // namespace

SeveralTiming summarise(const Runs& runs, const std::vector<std::uint64_t>& combining_ns) {
  SeveralTiming timing;
  timing.runs = static_cast<unsigned>(runs.size());
  timing.device_ns = longest_part(runs, opencl::total_ns);
  timing.span_ns = longest_part(runs, opencl::span_ns);
  timing.gap_ns = longest_part(runs, [](const std::vector<opencl::KernelTime>& launches) {
    return opencl::span_ns(launches) - std::min(opencl::span_ns(launches), opencl::total_ns(launches));
  });
  std::vector<std::uint64_t> whole;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const HostTime end = std::ranges::max_element(runs[i], {}, &PartTime::end)->end;
    whole.push_back(nanoseconds(common_start(runs[i]), end) + combining_ns[i]);
  }
  timing.host_ns = measure::spread_of(whole);
  const auto& shown = runs[nearest(whole, timing.host_ns.median)];
  for (std::size_t part = 0; part < runs.front().size(); ++part)
    timing.parts.push_back(
        {measure::spread_of(
             over_runs(runs, [&](const auto& run) { return opencl::total_ns(run[part].launches); })),
         measure::spread_of(
             over_runs(runs, [&](const auto& run) { return opencl::span_ns(run[part].launches); })),
         measure::spread_of(
             over_runs(runs, [&](const auto& run) { return nanoseconds(common_start(run), run[part].end); })),
         stretches_of(shown[part], common_start(shown))});
  return timing;
}

}  // namespace lockstep::bench
