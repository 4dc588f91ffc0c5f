// Where work-items meet: barriers and collective functions. barriers.cpp decides who waits and who continues,
// collectives.cpp computes the results, barrier_findings.cpp reports missing work-items.
#pragma once

#include <cstdint>
#include <span>

#include "sim/machine/execution/execution.hpp"

namespace lockstep::sim {

// Gives each lane its result. lanes[i]: the lanes of warp first_warp + i that take part in `at`.
void complete_collective(Execution& x, std::uint32_t at, std::uint32_t first_warp,
                         std::span<const std::uint64_t> lanes);

// copies.cpp: events of asynchronous copies
void copy_begin(Execution& x, const Operation& op);
void copy_wait(Execution& x, const Operation& op);

// Each call is one finding. A barrier is any instruction at which work-items meet. A warp arrives without its
// `missing` lanes.
void report_partial_barrier(Execution& x, std::uint64_t missing);
// A barrier releases warp `waiting` although warp `ended` has ended without reaching it.
void report_ended_before_barrier(Execution& x, std::uint32_t barrier_pc, std::uint32_t waiting,
                                 std::uint32_t ended);
// A barrier releases warp `waiting` while warp `other` waits at another barrier.
void report_different_barriers(Execution& x, std::uint32_t barrier_pc, std::uint32_t waiting,
                               std::uint32_t other);

// Two work-items pass different arguments to an asynchronous copy; flat global ids.
void report_disagreement(Execution& x, std::uint32_t at, std::uint64_t item, std::uint64_t other);

}  // namespace lockstep::sim
