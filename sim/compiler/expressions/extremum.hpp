// Recognises a minimum or maximum written as a < b ? a : b, if (a > b) b = a.
#pragma once

#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim::language {

// Of condition ? yes : no, of scalars.
Extremum extremum_of(const Expr& condition, const Expr& yes, const Expr& no);

}  // namespace lockstep::sim::language
