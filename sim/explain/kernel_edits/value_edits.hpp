// Changes of stored values: atomic functions in place of plain accesses, another first value, a wider type.
#pragma once

#include <string>

#include "core/plan/plan.hpp"
#include "sim/explain/kernel_edits/edit.hpp"
#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim {

// An atomic function in place of the plain access of an int or uint at `access`.
Edits atomic_edits(const language::TranslationUnit& unit, const std::string& text, const SourceRange& access);

// The identity of the expected operator in place of each other constant that is assigned.
Edits identity_edits(const std::string& text, const language::FunctionDecl& function,
                     const Expectation& expected);

// A first value for the local memory that is read at `access`, stored before the first statement that uses
// it: by each work-item, or by one work-item with a barrier after it. `identity` is the literal to store.
Edits first_value_edits(const language::TranslationUnit& unit, const std::string& text,
                        const SourceRange& access, const std::string& identity);

// int, long and double in place of the narrower type of each variable of a function.
Edits type_edits(const language::TranslationUnit& unit, const std::string& text,
                 const language::FunctionDecl& function);

}  // namespace lockstep::sim
