// Times of many runs, and what is said about them. Nothing here asks a device.
#pragma once

#include <cstdint>
#include <vector>

#include "core/opencl/executor.hpp"

namespace lockstep::opencl {

// Start and end of one kernel on the device's clock.
struct KernelTime {
  std::uint64_t start_ns = 0;
  std::uint64_t end_ns = 0;
};

struct RunTime {
  std::vector<KernelTime> launches;
  std::uint64_t host_ns = 0;
};

// Not for an empty list. The median of an even count is the mean of the two in the middle.
Spread spread_of(std::vector<std::uint64_t> values);

Timing summarise(const Plan& plan, const std::vector<RunTime>& runs);

}  // namespace lockstep::opencl
