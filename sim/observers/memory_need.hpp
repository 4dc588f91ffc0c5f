// Estimates the amount of memory that a counted run takes. A run that does not fit in memory is refused
// before it starts, because the system would end the program without a message.
#pragma once

#include <cstdint>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

// Bytes that grow with the buffers of the plan: contents, provenance, and one access to each word for the
// race detector. Words that several work-items read or write take more, up to 40 bytes each.
struct MemoryNeed {
  std::uint64_t contents = 0, provenance = 0, findings = 0;
  std::uint64_t total() const { return contents + provenance + findings; }
  bool is_little() const { return total() < (std::uint64_t{64} << 20); }  // is tried on any machine
};
MemoryNeed memory_need(const Plan& plan, const RunOptions& options);

// Returns an Error if the run needs more than `available` bytes.
Result<void> check_memory_need(const Plan& plan, const RunOptions& options, std::uint64_t available);

// Returns the memory of an additional host thread: a copy of the buffers and their provenance, and maps of
// touched bytes.
std::uint64_t memory_of_thread(const Plan& plan, const RunOptions& options);

}  // namespace lockstep::sim
