// The expression of #if and #elif.
#pragma once

#include <vector>

#include "sim/frontend/preprocess/token.hpp"
#include "sim/frontend/text/diagnostics.hpp"

namespace lockstep::sim::language {

// The `tokens` are already macro-expanded and `defined` is replaced; the remaining names have the value 0.
bool evaluate_condition(const std::vector<Token>& tokens, const SourceRange& directive,
                        Diagnostics& diagnostics);

}  // namespace lockstep::sim::language
