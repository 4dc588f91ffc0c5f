// Evaluates the expression of #if and #elif.
#pragma once

#include <vector>

#include "sim/frontend/preprocess/token.hpp"
#include "sim/frontend/text/diagnostics.hpp"

namespace lockstep::sim::language {

// In `tokens`, macros must be expanded and `defined` must be replaced. All remaining names have the value 0.
bool evaluate_condition(const std::vector<Token>& tokens, const SourceRange& directive,
                        Diagnostics& diagnostics);

}  // namespace lockstep::sim::language
