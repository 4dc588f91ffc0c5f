#include "sim/explain/kernel_edits/places.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

#include "sim/frontend/preprocess/cuda_names.hpp"
#include "sim/frontend/warnings/walk.hpp"

namespace lockstep::sim {

using language::FunctionDecl;
using language::Stmt;

bool contains(const SourceRange& outer, const SourceRange& inner) {
  const std::pair begin{inner.line, inner.column};
  return outer.file == inner.file && std::pair{outer.line, outer.column} <= begin &&
         begin < std::pair{outer.end_line, outer.end_column};
}

const Stmt* Place::innermost(language::StmtKind kind) const {
  const auto inner_first = statements | std::views::reverse;
  const auto found = std::ranges::find(inner_first, kind, &Stmt::kind);
  return found == inner_first.end() ? nullptr : *found;
}

Place place_of(const language::TranslationUnit& unit, const SourceRange& range) {
  Place place;
  if (range.file != 0) return place;
  for (const FunctionDecl* function : unit.functions)
    if (contains(function->body->range, range)) place.function = function;
  if (place.function == nullptr) return place;
  language::each_statement(*place.function, [&](const Stmt& statement) {
    if (&statement != place.function->body && contains(statement.range, range))
      place.statements.push_back(&statement);
  });
  return place;
}

Language language_of_unit(const language::TranslationUnit& unit) {
  return unit.files.empty() ? Language::opencl_c : language_of(unit.files.front().path);
}

std::string in_language_of(const language::TranslationUnit& unit, std::string_view opencl) {
  return language_of_unit(unit) == Language::cuda ? language::with_cuda_names(opencl) : std::string(opencl);
}

}  // namespace lockstep::sim
