// Finds the side effects of expressions.
#pragma once

#include <string>

#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim::language {

// Returns the end of the message "a watched expression must not change anything: …", or an empty string if
// the expression has no side effects. The side effects of called functions are not included; they are
// checked separately.
std::string effect_of(const Expr& expr);

}  // namespace lockstep::sim::language
