// Which private variables may be read before they are written: definite assignment, as in Java, by one walk
// over the tree. Such variables are placed in private memory, where the machine tracks whether each byte was
// written; the others are in registers.
#pragma once

#include <set>

#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim::language {

// Scalars, vectors and pointers of block scope. A vector counts component by component.
std::set<const VariableDecl*> maybe_read_before_written(const FunctionDecl& function);

}  // namespace lockstep::sim::language
