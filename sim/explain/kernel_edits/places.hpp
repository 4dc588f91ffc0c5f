// The surroundings of a place in the kernel's own file: its function, and the statements that contain it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/plan/language.hpp"
#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim {

bool contains(const SourceRange& outer, const SourceRange& inner);

struct Place {
  const language::FunctionDecl* function = nullptr;  // null: outside all functions of this file
  std::vector<const language::Stmt*> statements;     // the outermost first; the function's body is not listed

  // The innermost statement of this kind that contains the place; null if there is none.
  const language::Stmt* innermost(language::StmtKind kind) const;
};
Place place_of(const language::TranslationUnit& unit, const SourceRange& range);

Language language_of_unit(const language::TranslationUnit& unit);
// A statement of OpenCL C, with the names of the unit's language: "__syncthreads();".
std::string in_language_of(const language::TranslationUnit& unit, std::string_view opencl);

}  // namespace lockstep::sim
