// What a collective function makes of where values come from. Reductions and scans are followed as the
// machine computes them, one after another in order of positions: m members with input are m - 1 applications
// of the operator, each done by the work-item that adds its value. An exclusive scan makes the same sums, one
// behind.
#include "sim/bytecode/collective.hpp"

#include "sim/observers/provenance/observer.hpp"

namespace lockstep::sim {

ProvenanceId ProvenanceObserver::get(const Step& step, const CollectiveMember& member) const {
  const std::size_t at = std::size_t{member.warp} * step.layout.register_count + step.instruction.a;
  return shadow_.register_provenance[at * width_ + member.lane];
}

void ProvenanceObserver::set(const Step& step, const CollectiveMember& member, ProvenanceId id) {
  const std::size_t at = std::size_t{member.warp} * step.layout.register_count + step.instruction.dst;
  const std::uint64_t bit = std::uint64_t{1} << member.lane;
  shadow_.register_provenance[at * width_ + member.lane] = id;
  shadow_.input_lanes[at] = id != 0 ? shadow_.input_lanes[at] | bit : shadow_.input_lanes[at] & ~bit;
}

void ProvenanceObserver::combine_cluster(const Step& step, std::span<const CollectiveMember> members) {
  const CollectiveKind kind = collective_of(step.instruction).kind;
  ProvenanceId total = 0;
  for (const CollectiveMember& member : members) {
    const ProvenanceId before = total;
    total = combine(step, member.warp, member.lane, total, get(step, member));
    set(step, member, kind == CollectiveKind::scan_exclusive ? before : total);
  }
  if (kind != CollectiveKind::reduce) return;
  for (const CollectiveMember& member : members) set(step, member, total);
}

void ProvenanceObserver::on_collective(const MachineState& state, const Moment& moment,
                                       const Instruction& instruction,
                                       std::span<const CollectiveMember> members) {
  const Step step{state, moment, instruction, layouts_[moment.launch]};
  const CollectiveKind kind = collective_of(instruction).kind;
  if (combines(kind)) {
    for (std::size_t begin = 0, end = 0; begin < members.size(); begin = end) {
      while (end < members.size() && members[end].cluster == members[begin].cluster) ++end;
      combine_cluster(step, members.subspan(begin, end - begin));
    }
    return;
  }
  // A ballot is made of conditions, which carry no input.
  std::vector<ProvenanceId> brought;
  for (const CollectiveMember& member : members) {
    brought.push_back(kind == CollectiveKind::ballot ? 0 : get(step, members[member.source]));
  }
  for (std::size_t i = 0; i < members.size(); ++i) set(step, members[i], brought[i]);
}

}  // namespace lockstep::sim
