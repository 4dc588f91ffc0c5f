// Initial values: the part of a declaration after '=', converted to the shape of the variable.
#pragma once

#include <vector>

#include "sim/frontend/types/context.hpp"

namespace lockstep::sim::language {

// As written: one expression, or a list in braces.
struct Initializer {
  struct Designator {
    SourceRange range;
    std::string_view member;      // ".member", or
    const Expr* index = nullptr;  // "[index]"
  };
  struct Item {
    std::vector<Designator> designators;
    Initializer* value = nullptr;
  };
  SourceRange range;
  Expr* expr = nullptr;  // null: a list
  std::vector<Item> items;
};

struct Parser;
// "= …" of a declaration whose name is already known.
void parse_initializer(Parser& p, VariableDecl& variable);
Initializer* parse_initializer_list(Parser& p);  // "{ … }"

// Gives the variable its init or, when it is constant, its initial_bytes; completes the type of `int a[] =
// …`.
void initialize(Context& context, VariableDecl& variable, const Initializer& initializer);

}  // namespace lockstep::sim::language
