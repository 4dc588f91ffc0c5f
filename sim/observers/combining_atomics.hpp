// Finds atomic functions whose order makes no difference. These are additions, minima and similar operations
// on integers in memory that all work-items share, if the old value is never used. Work-groups that
// communicate only through these functions may run in any order, or each on a separate copy of the memory;
// the copies are combined afterwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

// How successive values are combined into a single value: `op` is add, min, max, bit_and, bit_or or bit_xor.
// For add and the bit operations the type is unsigned.
struct Combining {
  AtomicOp op = AtomicOp::load;  // load: not combined
  LaneType type = LaneType::uint32;
  bool operator==(const Combining&) const = default;
  explicit operator bool() const { return op != AtomicOp::load; }
};

// Returns how an atomic instruction combines values. Does not check whether the old value is used.
Combining combining_of(const Instruction& instruction);
// Returns whether all atomic functions of a program combine values and no old value is used.
bool only_combines(const Program& program);
// Combines the values that one part of the work-groups computed from `start` with the result of
// earlier parts.
void combine(const Combining& how, std::span<const std::byte> start, std::span<const std::byte> part,
             std::span<std::byte> whole);

}  // namespace lockstep::sim
