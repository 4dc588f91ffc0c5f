// The limits of a run, and the choices that the device makes.
#pragma once

#include <cstdint>

#include "sim/machine/schedule/schedule.hpp"

namespace lockstep::sim {

// A quarter of the address space where addresses have 32 bits: smaller sizes fit on every machine.
inline constexpr std::uint64_t kMaxMemoryBytes = std::uint64_t{sizeof(void*) < 8 ? 1 : 4} << 30;

struct MachineOptions {
  std::uint64_t step_budget = UINT64_MAX;  // warp instructions of the whole plan; beyond it, a finding ends
                                           // the plan
  bool track_uninitialised = true;
  // Memory that was never written holds bytes made from this number; 0: zeros.
  std::uint64_t garbage = 0;
  Schedule schedule;                                   // default: lockstep and the fixed order
  std::uint64_t memory_limit_bytes = kMaxMemoryBytes;  // of all buffers, and of one work-group's memory
};

}  // namespace lockstep::sim
