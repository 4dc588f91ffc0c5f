// Parses initialisers, the part of a declaration after '=', and converts them to the type of the variable.
#pragma once

#include <vector>

#include "sim/frontend/types/context.hpp"

namespace lockstep::sim::language {

// An initialiser as written: either one expression, or a list in braces.
struct Initializer {
  struct Designator {
    SourceRange range;
    std::string_view member;      // ".member"
    const Expr* index = nullptr;  // or "[index]"
  };
  struct Item {
    std::vector<Designator> designators;
    Initializer* value = nullptr;
  };
  SourceRange range;
  Expr* expr = nullptr;  // null for a list
  std::vector<Item> items;
};

struct Parser;
// Parses "= …" after a name that is already declared.
void parse_initializer(Parser& p, VariableDecl& variable);
Initializer* parse_initializer_list(Parser& p);  // "{ … }"

// Sets the variable's init or, for a constant, its initial_bytes. Completes the type of `int a[] = …`.
void initialize(Context& context, VariableDecl& variable, const Initializer& initializer);

}  // namespace lockstep::sim::language
