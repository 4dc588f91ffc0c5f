// The limits of a run, and the choices that the device makes.
#pragma once

#include <cstdint>

#include "sim/machine/schedule/schedule.hpp"

namespace lockstep::sim {

// The largest size of memory that is possible on every machine. Where addresses have 32 bits, it is a quarter
// of the address space.
inline constexpr std::uint64_t kMaxMemoryBytes = std::uint64_t{sizeof(void*) < 8 ? 1 : 4} << 30;

struct MachineOptions {
  std::uint64_t step_budget = UINT64_MAX;  // warp instructions of the whole plan; beyond this number, a
                                           // finding ends the plan
  bool track_uninitialised = true;
  // Memory that was never written contains bytes that are made from this number; 0: zeros.
  std::uint64_t garbage = 0;
  Schedule schedule;  // default: lockstep and the fixed order
  // Limit of all buffers together, and of the memory of one work-group.
  std::uint64_t memory_limit_bytes = kMaxMemoryBytes;
};

}  // namespace lockstep::sim
