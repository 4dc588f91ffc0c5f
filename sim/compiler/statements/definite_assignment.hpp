// Finds the private variables that may be read before they are written, by definite assignment as in Java, in
// one walk over the tree. These variables are placed in private memory, where the machine tracks which bytes
// are written. All other variables are in registers.
#pragma once

#include <set>

#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim::language {

// Returns scalars, vectors and pointers of block scope. The components of a vector are tracked individually.
std::set<const VariableDecl*> maybe_read_before_written(const FunctionDecl& function);

}  // namespace lockstep::sim::language
