// Converts counts to costs with the rates of a device model. The cost of a line is given in cycles of one
// compute unit, and the cost of a launch in nanoseconds. The estimate is deliberately rough, but sufficient
// to decide which of two kernels is faster and what takes most of the time.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "sim/device_models/device_model.hpp"
#include "sim/observers/counters/counters.hpp"
#include "sim/predicted_times/launch_work.hpp"

namespace lockstep::sim {

// Cycles of one compute unit, without any overlap.
struct LineCycles {
  double instructions = 0, local = 0, global = 0, constant = 0;
  double all() const { return instructions + local + global + constant; }
};
LineCycles cycles_of(const Counters& counters, const DeviceRates& rates);

// The parts of the time of a launch, in nanoseconds. Each part is computed as if it were the only one.
enum class TimePart : std::uint8_t {
  launches,      // the start and the end of each kernel
  instructions,  // issued by all compute units that have work, and the passes of constant memory beyond the
                 // first, each of which holds up its warp's instruction
  local,         // passes of local memory
  bytes,         // of global memory, at the bandwidth of a copy
  waiting,       // for global memory, for earlier instructions and at barriers, by as many warps at once as a
                 // compute unit holds
};
inline constexpr std::size_t kTimeParts = 5;
std::string_view name(TimePart part);  // "launches", "instructions", "local memory" …

struct PredictedTime {
  std::array<double, kTimeParts> parts{};  // by TimePart
  double operator[](TimePart part) const { return parts[static_cast<std::size_t>(part)]; }
  // Returns the total time. All parts except the launches overlap, so the largest part dominates and the
  // others add a little (the cube root of the sum of the cubes).
  double total() const;
  PredictedTime with(TimePart part, double value) const;
};

// Estimates the number of instructions that a device issues for this work.
double issued_instructions(const LaunchWork& work, const DeviceRates& rates);

// Predicts the time of the launches. `array_bytes` is the size of the input, which is read from the cache if
// it fits in the cache.
PredictedTime predict_time(const std::vector<LaunchWork>& launches, const DeviceRates& rates,
                           double array_bytes);

// Returns a text such as "132 compute units at 1.98 GHz, 4240 GB/s, 4.6 µs per launch", without the last part
// if the launch cost is unknown.
std::string rates_text(const DeviceRates& rates);
// Returns the parts that predict_time() omits because no source gives a rate, such as "launch cost and
// barriers"; "" if there are none.
std::string left_out(const DeviceRates& rates);

}  // namespace lockstep::sim
