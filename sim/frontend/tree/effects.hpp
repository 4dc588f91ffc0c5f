// Whether evaluating an expression would change something.
#pragma once

#include <string>

#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim::language {

// The end of "An expression that is watched must not change anything: …", or empty. What the functions do
// that it calls is seen only when they run.
std::string effect_of(const Expr& expr);

}  // namespace lockstep::sim::language
