// Places where a statement can be added to a kernel so that all work-items of a group that execute the
// function also execute the new statement. These places are before and after the statements of the function's
// blocks and loop bodies, but not inside a branch.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim {

struct StatementPlace {
  SourceRange statement;
  bool is_after = true;         // false: before the statement
  bool needs_braces = false;    // the statement is the whole body of a loop
  std::uint32_t loop_line = 0;  // line of the innermost loop around the place; 0 if there is none
};

struct Surroundings {
  std::vector<StatementPlace> after;   // the innermost first
  std::vector<StatementPlace> before;  // also the innermost first
  std::uint32_t branch_line = 0;       // line of the outermost `if` or `switch` around the access; 0: none
};

// Finds the surroundings of an access in the kernel's own file; empty for an access in an included file.
Surroundings surroundings_of(const language::TranslationUnit& unit, const SourceRange& access);

// Returns the text with `statement` ("barrier(…);") added at the place. Line numbers do not change.
std::string with_statement(const std::string& text, const StatementPlace& place,
                           const std::string& statement);
// Returns the text for display: the new statement is on a separate line, indented like its neighbour.
std::string with_statement_line(const std::string& text, const StatementPlace& place,
                                const std::string& statement);

}  // namespace lockstep::sim
