// Finds the instructions that a GPU compiler omits because it knows their result. A compiler unrolls a loop
// whose counter starts, ends and increases by constants. The counter, all values computed from it, and all
// tests of the counter are then constants, and an element of a private array at a constant index is a
// register. The bytecode keeps these loops, so that a student can step through them.
#pragma once

#include <vector>

#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

// Returns for each instruction whether it is omitted. Every loop with constant bounds counts as unrolled,
// independent of its length. Functions are examined without the arguments of their calls.
std::vector<bool> folded_instructions(const Program& program);

}  // namespace lockstep::sim
