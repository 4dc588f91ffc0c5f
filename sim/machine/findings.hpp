// What the machine says about the user's kernel. Each call is one finding at the instruction that executes,
// with the number of work-items concerned; the words are only made when some observer wants them.
#pragma once

#include <cstdint>

#include "sim/machine/execution.hpp"
#include "sim/machine/memory_view.hpp"

namespace lockstep::sim {

// Lanes of an access that failed, or read what nobody wrote; no lanes: nothing to say.
void report_access(Execution& x, Finding::Kind kind, const AccessRequest& request, std::uint64_t lanes);
void report_division_by_zero(Execution& x, std::uint64_t lanes);
// Two work-items ask for different async copies; flat global ids.
void report_disagreement(Execution& x, std::uint32_t at, std::uint64_t item, std::uint64_t other);
// An index that is beyond an array inside another object.
void report_index(Execution& x, const Operation& op, std::uint64_t lanes);
void report_step_budget(Execution& x);

// A barrier here is any instruction at which work-items meet. A warp arrives without `missing` lanes, which
// exist.
void report_partial_barrier(Execution& x, std::uint64_t missing);
// A barrier releases warp `waiting` while warp `ended` has ended without it.
void report_ended_before_barrier(Execution& x, std::uint32_t barrier_pc, std::uint32_t waiting,
                                 std::uint32_t ended);
// A barrier releases warp `waiting` while warp `other` waits at another barrier.
void report_different_barriers(Execution& x, std::uint32_t barrier_pc, std::uint32_t waiting,
                               std::uint32_t other);

}  // namespace lockstep::sim
