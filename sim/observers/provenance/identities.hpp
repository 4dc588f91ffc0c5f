// Finds the constants of a plan that are identities, that is, values without input that take the place of an
// element, as in `T sum = 0` or `g < n ? in[g] : 0`. An operation on an identity is executed and counts as
// work. Other constants are part of index arithmetic (`s *= 2`, `in[i + 1]`), which does not count as work.
//
// The rule follows values through the bytecode and never uses a kernel's names: a constant is an identity if
// copies bring it to a place that the input reaches too (a variable, the result of ?:, or an object in
// memory), or if it is an operand of an operation on input that changes nothing (x + 0, x * 1).
#pragma once

#include <cstdint>
#include <vector>

#include "sim/machine/machine.hpp"

namespace lockstep::sim {

struct Identities {
  std::vector<std::vector<bool>> constants;       // by Plan::programs index, by instruction
  std::vector<std::vector<Register>> parameters;  // by launch: registers of kernel parameters
  std::vector<bool> buffers;  // filled with a constant by the host before the first launch
  std::vector<bool> filled;   // the value with which the host fills them meets input later
  // Whether both operands of some operation may be inputs or identities. If there is no such operation, there
  // is no work.
  bool may_combine = true;
};

Identities find_identities(const Machine& machine);

}  // namespace lockstep::sim
