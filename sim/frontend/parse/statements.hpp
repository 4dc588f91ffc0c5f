// Parses the statements of a function body.
#pragma once

#include "sim/frontend/parse/parser.hpp"

namespace lockstep::sim::language {

Stmt* parse_statement(Parser& p);
// Parses "{ … }". The outermost block of a function shares the scope of the parameters, so it needs no
// new scope.
Stmt* parse_block(Parser& p, bool new_scope);

// Reports labels that a goto uses but the function does not define.
void check_labels(Parser& p);

unsigned height_of(const Stmt& statement);
Stmt* new_statement(Parser& p, StmtKind kind, const SourceRange& range);
// Extends the statement's range to the last token taken.
Stmt* finish(Parser& p, Stmt* statement);

}  // namespace lockstep::sim::language
