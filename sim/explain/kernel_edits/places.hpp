// The surroundings of a place in the kernel's own file: the function and the statements that contain
// the place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/plan/language.hpp"
#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim {

bool contains(const SourceRange& outer, const SourceRange& inner);

struct Place {
  const language::FunctionDecl* function = nullptr;  // null outside all functions of this file
  std::vector<const language::Stmt*> statements;     // the outermost first, without the function's body

  // Returns the innermost statement of this kind that contains the place; null if there is no such statement.
  const language::Stmt* innermost(language::StmtKind kind) const;
};
Place place_of(const language::TranslationUnit& unit, const SourceRange& range);

Language language_of_unit(const language::TranslationUnit& unit);
// Translates a statement of OpenCL C into the language of the unit: "barrier(…);" becomes "__syncthreads();".
std::string in_language_of(const language::TranslationUnit& unit, std::string_view opencl);

}  // namespace lockstep::sim
