// Atomic functions whose order makes no difference: additions, minima and the like of whole numbers, in
// memory that all work-items see, of which nobody uses the old value. Work-groups that meet only in them may
// run in any order, or each on its own copy of the memory; what each has added is put together afterwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

// How values that come one after another make one: `op` is add, min, max, bit_and, bit_or or bit_xor. Of
// additions and bits the type is unsigned.
struct Combining {
  AtomicOp op = AtomicOp::load;  // load: not at all
  LaneType type = LaneType::uint32;
  bool operator==(const Combining&) const = default;
  explicit operator bool() const { return op != AtomicOp::load; }
};

// Of an atomic instruction; whether its old value is used is not asked.
Combining combining_of(const Instruction& instruction);
// Whether all atomic functions of a program combine, and nobody uses an old value.
bool only_combines(const Program& program);
// Puts together what a part of the work-groups has made of `start`, into what earlier parts have.
void combine(const Combining& how, std::span<const std::byte> start, std::span<const std::byte> part,
             std::span<std::byte> whole);

}  // namespace lockstep::sim
