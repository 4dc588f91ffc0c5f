// Lists the registers from which an instruction's result is computed, for analyses that follow values through
// a program.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

struct ValueSources {
  // `none`: no register is a source. `copy`: the result is the value of a source. `operation`: the result is
  // a new value.
  enum class Kind : std::uint8_t { none, copy, operation };
  Kind kind = Kind::none;
  std::array<Register, 3> registers{};
  unsigned count = 0;
  std::span<const Register> all() const { return std::span(registers).first(count); }
};

// Returns the sources of a result. Memory and the results of called functions are not included, and the
// condition of a select is not a source. A comparison has sources only if its outcome chooses between the
// two values (Extremum). An if_end has sources only if it gives the chosen value, which may already be in
// its own register.
ValueSources value_sources(const Instruction& instruction);

}  // namespace lockstep::sim
