// Summarises the times of many runs. Does not use a device.
#pragma once

#include <cstdint>
#include <vector>

#include "core/opencl/executor.hpp"

namespace lockstep::opencl {

// Start and end of one kernel, or of a fill, on the device's clock.
struct KernelTime {
  std::uint64_t start_ns = 0;
  std::uint64_t end_ns = 0;
};

struct RunTime {
  std::vector<KernelTime> refills;  // the host's fills in each run, before the first launch
  std::vector<KernelTime> launches;
  std::uint64_t host_ns = 0;
};

// Returns the fills and launches of a run.
std::vector<KernelTime> commands_of(const RunTime& run);
std::uint64_t total_ns(const std::vector<KernelTime>& launches);  // added up
// Returns the time from the start of the first kernel to the end of the last.
std::uint64_t span_ns(const std::vector<KernelTime>& launches);

Timing summarise(const Plan& plan, const std::vector<RunTime>& runs);

}  // namespace lockstep::opencl
