// Classes: member functions, constructors, and the values that they make.
#pragma once

#include <vector>

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

// Puts the hidden parameter `this` in front.
void add_this(Parser& p, const Type& record, Declarator& declared);

// Reads a body at its place in the text; `infers`: its first `return` gives the result's type.
void read_body(Parser& p, const PendingBody& body, bool infers);

// Constructors (constructors.cpp)
// Whether variables of the type need a constructor or initial values of members.
bool has_constructor(Parser& p, const Type& type);
// A value of the class made of these.
Expr* constructed(Parser& p, const Type* type, std::vector<Expr*> values, const SourceRange& range);
// Statements that make the object that `object` (an lvalue) is.
Stmt* construction(Parser& p, Expr* object, std::vector<Expr*> values, const SourceRange& range);
// What a constructor does before its body: ": member(value), …" if that is next, and initial values of
// members.
std::vector<Stmt*> member_values(Parser& p, FunctionDecl& constructor);

// A value of a type of several members, given in order.
Expr* record_value(Parser& p, const Type* type, const std::vector<Expr*>& values, const SourceRange& range);

}  // namespace lockstep::sim::language::cuda
