// Which instructions a compiler for a GPU leaves out because it knows their result: it unrolls a loop whose
// counter begins, ends and grows by constants, so that the counter, what is computed from it, and the tests
// of it are constants, and an element of a private array at such an index is a register. The bytecode keeps
// these loops, for a student who steps through them.
#pragma once

#include <vector>

#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

// By instruction. Every loop with constant bounds counts as unrolled, however long it is. Functions are
// looked at without the arguments of their calls.
std::vector<bool> folded_instructions(const Program& program);

}  // namespace lockstep::sim
