// Where work-items meet: barriers and collective functions. barriers.cpp decides which warps wait and which
// continue, collectives.cpp computes the results, barrier_findings.cpp reports missing work-items.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/machine/execution/execution.hpp"

namespace lockstep::sim {

// Lanes of a sub-group that call a function together, and the mask that they pass; lanes[i]: of warp
// first_warp + i.
struct MaskedLanes {
  std::uint64_t mask = 0;
  std::vector<std::uint64_t> lanes;
};
// The lanes that call `at`, by the masks that they pass. Named lanes that do not call, and callers that are
// not named, are findings.
std::vector<MaskedLanes> lanes_by_mask(Execution& x, std::uint32_t at, std::uint32_t first_warp,
                                       std::span<const std::uint64_t> lanes);

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

// Functions with a mask of lanes (lane_masks.cpp). The caller's mask names `missing`, which does not arrive,
// does not name the caller itself, or differs from the mask of `other`; or the caller reads a position
// outside its mask.
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

// Two work-items, given by their flat global ids, pass different arguments to an asynchronous copy.
void report_disagreement(Execution& x, std::uint32_t at, std::uint64_t item, std::uint64_t other);

}  // namespace lockstep::sim
