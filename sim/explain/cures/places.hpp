// What stands around a place of the kernel's own file: its function, and the statements that contain it.
#pragma once

#include <vector>

#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim {

bool contains(const SourceRange& outer, const SourceRange& inner);

struct Place {
  const language::FunctionDecl* function = nullptr;  // null: in no function of this file
  std::vector<const language::Stmt*> statements;     // the outermost first; the function's body is not listed

  // The innermost statement of this kind that contains the place; null: none.
  const language::Stmt* innermost(language::StmtKind kind) const;
};
Place place_of(const language::TranslationUnit& unit, const SourceRange& range);

}  // namespace lockstep::sim
