// Recognises a minimum or maximum that the source writes out: a < b ? a : b, if (a > b) b = a.
#pragma once

#include "sim/frontend/ast.hpp"

namespace lockstep::sim::language {

// Whether both have the same value when they are evaluated one after the other; only what has no effect.
bool is_same_value(const Expr& one, const Expr& other);

// Of condition ? yes : no, of scalars.
Extremum extremum_of(const Expr& condition, const Expr& yes, const Expr& no);

}  // namespace lockstep::sim::language
