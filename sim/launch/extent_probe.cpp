#include "sim/launch/extent_probe.hpp"

#include <algorithm>
#include <bit>

namespace lockstep::sim {

void ExtentProbe::on_access(const MachineState& /*state*/, const Moment& /*moment*/,
                            const Instruction& /*instruction*/, const ObservedAccess& observed) {
  std::uint64_t lanes = observed.access.active | observed.denied;
  accesses_ += static_cast<std::uint64_t>(std::popcount(lanes));
  for (; lanes != 0; lanes &= lanes - 1) {
    const std::uint64_t address = observed.access.addresses[static_cast<unsigned>(std::countr_zero(lanes))];
    const std::int64_t offset = offset_of(address);
    if (offset < 0) continue;
    std::uint64_t& end = ends_[{space_of(address), object_of(address)}];
    end = std::max(end, static_cast<std::uint64_t>(offset) + observed.access.bytes);
  }
}

std::uint64_t ExtentProbe::end(Space space, std::uint32_t object) const {
  const auto found = ends_.find({space, object});
  return found == ends_.end() ? 0 : found->second;
}

}  // namespace lockstep::sim
