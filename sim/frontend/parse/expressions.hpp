// Parses expressions. Operators are in expressions.cpp; operands (names, literals, calls) are in primary.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/frontend/parse/parser.hpp"

namespace lockstep::sim::language {

Expr* parse_expression(Parser& p);   // including comma operators
Expr* parse_assignment(Parser& p);   // an argument or initial value
Expr* parse_conditional(Parser& p);  // a constant expression
Expr* parse_sum(Parser& p);          // excludes comparisons and shifts

// Creates `left op right` with the built-in operators of the language.
Expr* plain_binary(Parser& p, const Token& op, Expr* left, Expr* right);

// Returns the value of a constant expression; `what` starts the message "WHAT must be an integer …".
std::uint64_t constant_integer(Parser& p, Expr* expr, std::string_view what);

// primary.cpp
Expr* parse_primary(Parser& p);
std::vector<Expr*> parse_arguments(Parser& p);
Expr* parse_string(Parser& p);
// Parses a compound literal after "(type)"; `open` is the range of its '('.
Expr* parse_compound_literal(Parser& p, const QualifiedType& type, const SourceRange& open);

}  // namespace lockstep::sim::language
