// One load, store or atomic instruction of a warp, as in hardware. It accesses 1, 2, 4, 8 or 16 bytes per
// lane, and each address is a multiple of this width. An access in the simulator consists of one or more such
// instructions of the same width.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "sim/memory_rules/access.hpp"

namespace lockstep::sim {

struct WordInstruction {
  AccessKind kind = AccessKind::load;
  std::uint32_t width = 4;
  std::uint64_t active = 0;
  const std::uint64_t* addresses = nullptr;
  std::uint64_t offset = 0;  // offset of this part within the access
  std::uint64_t address(unsigned lane) const { return addresses[lane] + offset; }
};

struct InstructionList {
  WordInstruction first;
  std::uint32_t count = 0;  // 0: no active lane
  WordInstruction operator[](std::uint32_t i) const {
    WordInstruction instruction = first;
    instruction.offset = std::uint64_t{i} * first.width;
    return instruction;
  }
};

InstructionList instructions_of(const WarpAccess& access);

inline unsigned lowest_lane(std::uint64_t lanes) { return static_cast<unsigned>(std::countr_zero(lanes)); }
inline std::uint64_t lane_bit(unsigned lane) { return 1ULL << lane; }
// Returns the mask of `count` lanes from `first` on. `count` must be 1 to 64.
inline std::uint64_t lane_range(unsigned first, unsigned count) {
  return (~0ULL >> (kMaxLanes - count)) << first;
}

// Calls visit(lanes) with the active lanes of each group of `count` neighbouring lanes, unless there
// are none.
template <class Visit>
void for_each_group(std::uint64_t active, unsigned count, Visit visit) {
  while (active != 0) {
    const unsigned first = lowest_lane(active) / count * count;
    const std::uint64_t group = lane_range(first, count);
    visit(active & group);
    active &= ~group;
  }
}

// Removes from `pending` one lane for each address, and returns these lanes. They form a round, because
// atomic functions on one word are serialised.
std::uint64_t take_round(const WordInstruction& instruction, std::uint64_t& pending);

}  // namespace lockstep::sim
