// Changes to conditions: another comparison in an existing condition, or a new guard.
#pragma once

#include <string>

#include "sim/explain/kernel_edits/edit.hpp"
#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim {

// Returns other comparisons for the conditions of a function's branches and loops: reversed comparisons, and
// comparisons that include or exclude the bound.
Edits comparison_edits(const std::string& text, const language::FunctionDecl& function);

// Returns guards for the statement at `access`: conditions that compare the index, or a variable in the
// index, with a size, with a variable of a loop around the statement, or with 0.
Edits guard_edits(const language::TranslationUnit& unit, const std::string& text, const SourceRange& access);

// Returns conditional loads: `i < n ? in[i] : 0` in place of the load at `access`, with the conditions of
// guard_edits(). `identity`: the value in place of an element outside the array.
Edits conditional_load_edits(const language::TranslationUnit& unit, const std::string& text,
                             const SourceRange& access, const std::string& identity);

}  // namespace lockstep::sim
