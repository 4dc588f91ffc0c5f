// Local memory serves a warp in groups of lanes, and each group in passes. The width of the access determines
// which lanes form a group; the banks of the words determine how many passes a group needs.
#pragma once

#include <array>

#include "sim/memory_rules/instruction.hpp"

namespace lockstep::sim {

// The passes of a group of lanes, and the pass in which each lane is served.
struct GroupPasses {
  unsigned count = 0;                             // at least 1
  std::array<std::uint8_t, kMaxLanes> pass_of{};  // by lane, for the lanes of the group
};

unsigned passes_of_group(const LocalRule& rule, const WordInstruction& instruction, std::uint64_t lanes);
GroupPasses assign_passes(const LocalRule& rule, const WordInstruction& instruction, std::uint64_t lanes);

// Returns the number of neighbouring lanes that form a group, if groups consist of neighbours.
unsigned lanes_a_group(const LocalRule& rule, const WordInstruction& instruction);

inline std::size_t phase_index(const WordInstruction& instruction) {
  if (instruction.width <= 4) return 0;
  if (instruction.width == 8) return 1;
  return instruction.kind == AccessKind::load ? 2 : 3;
}

// Calls visit(part, lanes) for each group with an active lane. `part` is the instruction itself or, on a
// device with only 4-byte accesses, one word of the instruction.
template <class Visit>
void for_each_local_group(const LocalRule& rule, const WordInstruction& instruction, Visit visit) {
  if (rule.wide == LocalRule::Wide::phases) {
    for (const std::uint64_t phase : rule.phases[phase_index(instruction)])
      if ((instruction.active & phase) != 0) visit(instruction, instruction.active & phase);
    return;
  }
  WordInstruction part = instruction;
  if (rule.wide == LocalRule::Wide::split_words) part.width = std::min(instruction.width, rule.bank_bytes);
  for (std::uint32_t done = 0; done < instruction.width; done += part.width, part.offset += part.width)
    for_each_group(part.active, lanes_a_group(rule, part), [&](std::uint64_t lanes) { visit(part, lanes); });
}

}  // namespace lockstep::sim
