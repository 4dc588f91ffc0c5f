// Recognises a minimum or maximum written as a < b ? a : b, or as if (a > b) b = a.
#pragma once

#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim::language {

// Returns the extremum that the scalar expression `condition ? yes : no` computes, or none.
Extremum extremum_of(const Expr& condition, const Expr& yes, const Expr& no);

}  // namespace lockstep::sim::language
