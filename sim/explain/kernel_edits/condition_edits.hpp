// Changes of conditions: another comparison in an existing condition, or a new guard.
#pragma once

#include <string>

#include "sim/explain/kernel_edits/edit.hpp"
#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim {

// Other comparisons in the conditions of a function's branches and loops: reversed, or with the bound
// included or excluded.
Edits comparison_edits(const std::string& text, const language::FunctionDecl& function);

// Guards for a statement at `access`: conditions that compare the index, or a variable in it, with a size,
// with a variable of a loop around it, or with 0.
Edits guard_edits(const language::TranslationUnit& unit, const std::string& text, const SourceRange& access);

}  // namespace lockstep::sim
