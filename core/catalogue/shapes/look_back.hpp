// Plans of kernels that look back: one launch over tiles, whose work-groups pass on what they have found.
#pragma once

#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {

// The buffers and the range that every such launch has. Its kernel numbers the runs itself, so that the state
// is cleared once.
class LookBackTiles {
 public:
  LookBackTiles(const PlanRequest& request, std::uint64_t n);
  std::uint64_t size() const { return size_; }  // elements of a tile
  std::uint64_t count() const { return count_; }
  // A work-group for each tile; those of one work-item take tiles until none is left.
  NdRange range() const;
  // `words` for each tile, and one more.
  PlanBuffer state(std::string name, std::uint64_t words = 1) const;
  // Room for a whole tile in local memory, and for a count of each warp and one of the work-group.
  LocalArgument tile_in_local_memory() const;
  LocalArgument counts_in_local_memory() const;

 private:
  const PlanRequest& request_;
  std::uint64_t size_, count_;
};

// A usage error unless the device has the atomics that a look-back takes.
Result<void> check_device_atomics(const Algorithm& algorithm, const PlanRequest& request);

// A counter that the kernels leave as they found it: 0.
PlanBuffer counter_buffer(const PlanRequest& request, std::string name, std::uint64_t elements = 1);

std::size_t append_buffer(Plan& plan, PlanBuffer buffer);

}  // namespace lockstep
