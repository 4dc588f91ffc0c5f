// The instructions at which work-items meet, that is, barriers and collective functions. The code in
// barriers.cpp decides which warps wait and which continue, collectives.cpp computes the results, and
// barrier_findings.cpp reports missing work-items.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/machine/execution/execution.hpp"

namespace lockstep::sim {

// Lanes of a sub-group that call a function together, and the mask that they pass. lanes[i] are the lanes of
// warp first_warp + i.
struct MaskedLanes {
  std::uint64_t mask = 0;
  std::vector<std::uint64_t> lanes;
};
// Returns the lanes that call the function at `at`, grouped by the masks that they pass. Reports lanes that a
// mask names but that do not call the function, and callers that their mask does not name.
std::vector<MaskedLanes> lanes_by_mask(Execution& x, std::uint32_t at, std::uint32_t first_warp,
                                       std::span<const std::uint64_t> lanes);

// Computes the collective function at `at` and gives each lane its result. lanes[i] are the lanes of warp
// first_warp + i that take part.
void complete_collective(Execution& x, std::uint32_t at, std::uint32_t first_warp,
                         std::span<const std::uint64_t> lanes);

// Events of asynchronous copies (copies.cpp).
void copy_begin(Execution& x, const Operation& op);
void copy_wait(Execution& x, const Operation& op);

// Each of the following calls reports one finding. Here, a barrier is any instruction at which work-items
// meet. Reports that a warp arrives without its lanes in `missing`.
void report_partial_barrier(Execution& x, std::uint64_t missing);
// Reports that a barrier releases warp `waiting` although warp `ended` has ended without reaching
// the barrier.
void report_ended_before_barrier(Execution& x, std::uint32_t barrier_pc, std::uint32_t waiting,
                                 std::uint32_t ended);
// Reports that a barrier releases warp `waiting` while warp `other` waits at a different barrier.
void report_different_barriers(Execution& x, std::uint32_t barrier_pc, std::uint32_t waiting,
                               std::uint32_t other);

// A lane's call of a function with a mask of lanes (lane_masks.cpp). The four functions below report that the
// mask names a lane `missing` that does not arrive, that the mask does not name the caller, that it differs
// from the mask of `other`, and that the caller reads a position outside the mask.
struct MaskedCall {
  std::uint32_t at = 0;
  std::uint32_t warp = 0;
  unsigned lane = 0;
  std::uint32_t position = 0;
  std::uint64_t mask = 0;
};
void report_missing_lane(Execution& x, const MaskedCall& call, const MaskedCall& missing);
void report_unnamed_caller(Execution& x, const MaskedCall& call, const MaskedCall* named);
void report_different_masks(Execution& x, const MaskedCall& call, const MaskedCall& other);
void report_read_outside_mask(Execution& x, const MaskedCall& call, const MaskedCall* source,
                              std::uint32_t source_position);

// Reports that two work-items, given by their flat global ids, pass different arguments to an
// asynchronous copy.
void report_disagreement(Execution& x, std::uint32_t at, std::uint64_t item, std::uint64_t other);

}  // namespace lockstep::sim
