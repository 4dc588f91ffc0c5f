// Which constants of a plan are identities: values without input that take the place of an element, as in
// `T sum = 0` or `g < n ? in[g] : 0`. An operation on one is executed and counts as work. Other constants are
// part of index arithmetic (`s *= 2`, `in[i + 1]`), which does not count as work.
//
// The rule follows values through the bytecode, never a kernel's names: a constant is an identity if copies
// bring it where the input arrives as well, in a variable, in the result of ?:, or in an object in memory; or
// if it is an operand that changes nothing (x + 0, x * 1) of an operation on input.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/machine/machine.hpp"

namespace lockstep::sim {

struct Identities {
  std::vector<std::vector<bool>> constants;       // by Plan::programs index, by instruction
  std::vector<std::vector<Register>> parameters;  // by launch: registers of kernel parameters
  std::vector<bool> buffers;  // filled with a constant by the host before the first launch
  std::vector<bool> filled;   // what the host fills them with later meets input
  // Whether some operation may have inputs or identities as both operands. If none has, there is no work.
  bool may_combine = true;
};

Identities find_identities(const Machine& machine);

}  // namespace lockstep::sim
