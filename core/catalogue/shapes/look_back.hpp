// Parts of plans whose kernels look back: one launch over tiles, in which the work-groups publish their
// results for later tiles.
#pragma once

#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {

// The buffers and the range of such a launch. The kernel numbers the runs itself, so the state is cleared
// only once.
class LookBackTiles {
 public:
  LookBackTiles(const PlanRequest& request, std::uint64_t n);
  std::uint64_t size() const { return size_; }  // elements of a tile
  std::uint64_t count() const { return count_; }
  // Returns a range with a work-group for each tile; work-groups of one work-item process tiles until none
  // is left.
  NdRange range() const;
  // Returns a buffer with `words` words for each tile, and one more word.
  PlanBuffer state(std::string name, std::uint64_t words = 1) const;
  // Local memory for a whole tile; local memory for one count for each warp and one for the work-group.
  LocalArgument tile_in_local_memory() const;
  LocalArgument counts_in_local_memory() const;

 private:
  const PlanRequest& request_;
  std::uint64_t size_, count_;
};

// Returns a usage error unless the device has the atomics that a look-back needs.
Result<void> check_device_atomics(const Algorithm& algorithm, const PlanRequest& request);

// Returns a buffer for counters that are 0 before and after each run.
PlanBuffer counter_buffer(const PlanRequest& request, std::string name, std::uint64_t elements = 1);

std::size_t append_buffer(Plan& plan, PlanBuffer buffer);

}  // namespace lockstep
