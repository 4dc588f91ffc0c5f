// Checks whether one instruction computes a value outside the range of its type.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/bytecode/program.hpp"
#include "sim/machine/state/observer.hpp"

namespace lockstep::sim {

struct LostValue {
  Finding::Kind kind = Finding::Kind::overflow;
  std::string words;  // "2000000000 + 1000000000: 3000000000 does not fit in an int and becomes …"
};

// Returns the type of the operand R[a]; for conversions, this is the source type.
LaneType operand_type(const Instruction& instruction);
bool may_lose_value(const Instruction& instruction);

// Returns the value that the instruction loses in one lane, if any. `a` and `b` are the bits of the lane's
// operands; `text` is the source of the kernel, which distinguishes explicit from implicit conversions.
std::optional<LostValue> lost_value(const Instruction& instruction, std::uint64_t a, std::uint64_t b,
                                    const std::string& text, const SourceRange& range);

}  // namespace lockstep::sim
