// The places at which the work-items of a run exchange values without memory: shuffles, and the reductions
// and scans of a sub-group or work-group.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/bytecode/collective.hpp"
#include "sim/machine/state/observer.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

struct Exchange {
  std::uint64_t position = 0;  // of the moment at which the last member arrived
  Collective collective;
  Register operand = 0, result = 0;
  LaneType type = LaneType::int32;
  std::vector<CollectiveMember> members;  // in the order of their positions
};

// Returns whether work-items exchange values of the algorithm through this instruction. A ballot does not
// count, because it exchanges conditions. An argument that must be the same for all work-items does not
// count either.
bool passes_values(const Instruction& instruction);

// Calls f(member) for each member whose operand is contained in the result of member `index`. These are one
// member, or members of the cluster of member `index`.
template <class F>
void each_giver_to(const Exchange& exchange, std::uint32_t index, F f) {
  const CollectiveKind kind = exchange.collective.kind;
  const CollectiveMember& to = exchange.members[index];
  if (!combines(kind)) return f(to.source);
  for (std::uint32_t i = 0; i < exchange.members.size(); ++i) {
    const bool before = kind == CollectiveKind::scan_inclusive   ? i <= index
                        : kind == CollectiveKind::scan_exclusive ? i < index
                                                                 : true;
    if (before && exchange.members[i].cluster == to.cluster) f(i);
  }
}

// Returns the provenance of the value in one lane of a register.
ProvenanceId register_provenance(const Trace& trace, const TraceState& state, std::uint32_t launch,
                                 std::uint32_t warp, Register reg, unsigned lane);

}  // namespace lockstep::sim
