// What the value of an instruction's result is made of: for analyses that follow values through a program.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

struct ValueSources {
  // none: of no register; a copy has the value of one of them; an operation has a new value.
  enum class Kind : std::uint8_t { none, copy, operation };
  Kind kind = Kind::none;
  std::array<Register, 3> registers{};
  unsigned count = 0;
  std::span<const Register> all() const { return std::span(registers).first(count); }
};

// Not of memory, nor of what a called function returns. The condition of a select is no source; a comparison
// has sources only where its outcome chooses between the two values (Extremum), and if_end only where it
// gives that value, which its own register may have already.
ValueSources value_sources(const Instruction& instruction);

}  // namespace lockstep::sim
