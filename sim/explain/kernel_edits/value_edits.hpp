// Changes to stored values: atomic functions in place of plain accesses, another first value, a wider type.
#pragma once

#include <string>

#include "core/plan/plan.hpp"
#include "sim/explain/kernel_edits/edit.hpp"
#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim {

// Replaces the plain access to an int or uint at `access` by an atomic function.
Edits atomic_edits(const language::TranslationUnit& unit, const std::string& text, const SourceRange& access);

// Replaces each assigned constant that is not the identity of the expected operator by this identity.
Edits identity_edits(const std::string& text, const language::FunctionDecl& function,
                     const Expectation& expected);

// Stores a first value in the local memory that is read at `access`, before the first statement that uses
// this memory. The value is stored by each work-item, or by one work-item with a barrier after the store.
// `identity` is the literal to store.
Edits first_value_edits(const language::TranslationUnit& unit, const std::string& text,
                        const SourceRange& access, const std::string& identity);

// Replaces the narrower type of each variable of a function by int, long or double.
Edits type_edits(const language::TranslationUnit& unit, const std::string& text,
                 const language::FunctionDecl& function);

}  // namespace lockstep::sim
