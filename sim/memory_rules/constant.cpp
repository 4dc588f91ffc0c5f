// Passes of constant memory. The lanes of a request that read the same address are served by one broadcast.
// Different addresses are served one after another, starting with the address of the lowest lane.
#include "sim/memory_rules/access.hpp"
#include "sim/memory_rules/instruction.hpp"

namespace lockstep::sim {
namespace {

// Removes from `pending` the lanes that read the same address as the lowest lane, and returns these lanes.
std::uint64_t take_address(const WordInstruction& instruction, std::uint64_t& pending) {
  const std::uint64_t address = instruction.address(lowest_lane(pending));
  std::uint64_t served = 0;
  for_each_lane(pending, [&](unsigned lane) {
    if (instruction.address(lane) == address) served |= lane_bit(lane);
  });
  pending &= ~served;
  return served;
}

// Calls visit(instruction, lanes) for each request, that is, for each set of lanes of each instruction of
// an access.
template <class Visit>
void for_each_constant_request(const ConstantRule& rule, const WarpAccess& access, Visit visit) {
  const InstructionList instructions = instructions_of(access);
  for (std::uint32_t i = 0; i < instructions.count; ++i) {
    WordInstruction part = instructions[i];
    const std::uint32_t bytes = part.width;
    part.width = std::min(bytes, rule.widest_bytes);
    for (std::uint32_t done = 0; done < bytes; done += part.width, part.offset += part.width)
      for_each_group(part.active, rule.lanes_per_request, [&](std::uint64_t lanes) { visit(part, lanes); });
  }
}

}  // namespace

ConstantCost constant_cost(const DeviceModel& model, const WarpAccess& access) {
  ConstantCost cost;
  if (!model.constant) return cost;
  for_each_constant_request(*model.constant, access,
                            [&](const WordInstruction& instruction, std::uint64_t lanes) {
                              ++cost.requests;
                              for (; lanes != 0; take_address(instruction, lanes)) ++cost.passes;
                            });
  return cost;
}

std::vector<LocalPass> constant_passes(const DeviceModel& model, const WarpAccess& access) {
  std::vector<LocalPass> passes;
  if (!model.constant) return passes;
  for_each_constant_request(*model.constant, access,
                            [&](const WordInstruction& instruction, std::uint64_t lanes) {
                              while (lanes != 0) passes.push_back({take_address(instruction, lanes)});
                            });
  return passes;
}

}  // namespace lockstep::sim
