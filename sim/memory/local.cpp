// Local memory: the passes of all groups of an access, added up for the counters or listed for the figures.
#include "sim/memory/access.hpp"
#include "sim/memory/local_groups.hpp"

namespace lockstep::sim {

LocalCost local_cost(const DeviceModel& model, const WarpAccess& access) {
  const InstructionList instructions = instructions_of(access);
  LocalCost cost;
  for (std::uint32_t i = 0; i < instructions.count; ++i)
    for_each_local_group(model.local, instructions[i], [&](const WordInstruction& part, std::uint64_t lanes) {
      const unsigned passes = passes_of_group(model.local, part, lanes);
      cost.wavefronts += passes;
      cost.minimum += 1;
      cost.degree = std::max(cost.degree, passes);
    });
  return cost;
}

std::vector<LocalPass> local_passes(const DeviceModel& model, const WarpAccess& access) {
  const InstructionList instructions = instructions_of(access);
  std::vector<LocalPass> all;
  for (std::uint32_t i = 0; i < instructions.count; ++i)
    for_each_local_group(model.local, instructions[i], [&](const WordInstruction& part, std::uint64_t lanes) {
      const GroupPasses group = assign_passes(model.local, part, lanes);
      const std::size_t first = all.size();
      all.resize(first + group.count);
      for_each_lane(lanes, [&](unsigned lane) { all[first + group.pass_of[lane]].lanes |= lane_bit(lane); });
    });
  return all;
}

}  // namespace lockstep::sim
