// How long a GPU would take for what was counted: a rough model in five parts, to say which of them a change
// of the kernel has paid for. On one H200 it came within a factor of 1.35 of what was measured for every
// kernel of the catalogue at 2^24 elements (tests/data/h200_ladder.csv).
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "sim/cost/launch_work.hpp"

namespace lockstep::sim {

// A device as far as the model goes. The defaults are an H200's: 132 multiprocessors at 1.98 GHz, copies
// inside its memory at 4,240 GB/s, and a kernel that does nothing takes 4.6 µs by its own events.
struct DeviceRates {
  double compute_units = 132;
  double clock_ghz = 1.98;
  double copy_gbps = 4240;
  double launch_ns = 4600;
  double cache_bytes = 50e6;  // of the second level
};

// The parts, in nanoseconds, each as if it were alone.
enum class TimePart : std::uint8_t {
  launches,      // starting each kernel, and its end
  instructions,  // four a cycle for each multiprocessor
  local,         // passes of local memory: one a cycle for each
  bytes,         // of global memory, at the bandwidth of a copy
  waiting,       // for global memory and at barriers, by as many warps at once as a multiprocessor holds
};
inline constexpr std::size_t kTimeParts = 5;
std::string_view name(TimePart part);  // "launches", "instructions", "local memory" …

struct PredictedTime {
  std::array<double, kTimeParts> parts{};  // by TimePart
  double operator[](TimePart part) const { return parts[static_cast<std::size_t>(part)]; }
  // All parts but the launches overlap: the largest one counts most, and the others add a little (the cube
  // root of the sum of their cubes).
  double total() const;
  PredictedTime with(TimePart part, double value) const;
};

// `array_bytes`: of the input, which comes from the cache where it fits.
PredictedTime predict_time(const std::vector<LaunchWork>& launches, const DeviceRates& rates,
                           double array_bytes);

}  // namespace lockstep::sim
