// Finds the side effects of expressions.
#pragma once

#include <string>

#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim::language {

// The end of the message "a watched expression must not change anything: …", or empty. The side effects of
// called functions are not included; they are checked separately.
std::string effect_of(const Expr& expr);

}  // namespace lockstep::sim::language
