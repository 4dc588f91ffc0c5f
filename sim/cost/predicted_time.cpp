#include "sim/cost/predicted_time.hpp"

#include <algorithm>
#include <cmath>

namespace lockstep::sim {
namespace {

constexpr double kInstructionsPerCycle = 4;  // four schedulers, one warp instruction each (cc7.0 to cc9.0)
// What became of an operation, and of a division by a variable more: the catalogue's kernels as nvcc 13.0
// compiled them for an H200 (ncu: smsp__inst_executed).
constexpr double kMachineInstructions = 0.85, kDivision = 18;
// A loaded value's way while all multiprocessors ask, from the memory and from the second-level cache of an
// H200: what 64 warps a multiprocessor reach that have one load of 128 bytes each under way.
constexpr double kMemoryNs = 500, kCacheNs = 270;
constexpr double kBarrierNs = 40;        // until the last warp has come and all go on
constexpr double kCacheBandwidth = 1.3;  // of the second-level cache, in copies of the memory
constexpr double kResidentWarps = 64, kResidentGroups = 32;  // of a multiprocessor (cc8.0, cc9.0)

PredictedTime predict(const LaunchWork& work, const DeviceRates& rates, double memory_ns) {
  PredictedTime time;
  const auto set = [&](TimePart part, double ns) { time.parts[static_cast<std::size_t>(part)] = ns; };
  set(TimePart::launches, rates.launch_ns);
  if (work.work_groups == 0) return time;
  const double units = std::min(rates.compute_units, work.work_groups);
  const double resident =
      std::min({kResidentWarps, kResidentGroups * work.warps / work.work_groups, work.warps / units});
  const double instructions = kMachineInstructions * work.instructions + kDivision * work.divisions;
  set(TimePart::instructions, instructions / (kInstructionsPerCycle * units * rates.clock_ghz));
  set(TimePart::local, (work.local_passes + work.idle_accesses) / (units * rates.clock_ghz));
  set(TimePart::bytes, std::max(work.touched_bytes, work.bytes / kCacheBandwidth) / rates.copy_gbps);
  const double warps_of_group = work.warps / work.work_groups;
  set(TimePart::waiting, (work.memory_waits * memory_ns + work.barriers * warps_of_group * kBarrierNs) /
                             (units * std::max(resident, 1.0)));
  return time;
}

}  // namespace

std::string_view name(TimePart part) {
  constexpr std::string_view names[kTimeParts] = {"launches", "instructions", "local memory", "global memory",
                                                  "waiting"};
  return names[static_cast<std::size_t>(part)];
}

double PredictedTime::total() const {
  double cubes = 0;
  for (std::size_t part = 1; part < kTimeParts; ++part) cubes += std::pow(parts[part], 3);
  return parts[0] + std::cbrt(cubes);
}

PredictedTime PredictedTime::with(TimePart part, double value) const {
  PredictedTime other = *this;
  other.parts[static_cast<std::size_t>(part)] = value;
  return other;
}

PredictedTime predict_time(const std::vector<LaunchWork>& launches, const DeviceRates& rates,
                           double array_bytes) {
  PredictedTime sum;
  const double memory_ns = array_bytes <= rates.cache_bytes ? kCacheNs : kMemoryNs;
  for (const LaunchWork& launch : launches) {
    const PredictedTime time = predict(launch, rates, memory_ns);
    for (std::size_t part = 0; part < kTimeParts; ++part) sum.parts[part] += time.parts[part];
  }
  return sum;
}

}  // namespace lockstep::sim
