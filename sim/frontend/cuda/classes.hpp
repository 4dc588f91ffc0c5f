// Parses classes: member functions, constructors and objects.
#pragma once

#include <vector>

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

// Inserts the hidden parameter `this` as the first parameter.
void add_this(Parser& p, const Type& record, Declarator& declared);

// Parses a function body at its position in the text. If `infers` is true, the first `return` of the body
// determines the result type.
void read_body(Parser& p, const PendingBody& body, bool infers);

// Constructors (constructors.cpp)
// Returns whether variables of the type need a constructor or have members with initial values.
bool has_constructor(Parser& p, const Type& type);
// Constructs an object of the class from these values.
Expr* constructed(Parser& p, const Type* type, std::vector<Expr*> values, const SourceRange& range);
// Returns statements that construct the object `object` (an lvalue).
Stmt* construction(Parser& p, Expr* object, std::vector<Expr*> values, const SourceRange& range);
// Returns the statements that a constructor executes before its body: those of the member initialiser list ":
// member(value), …", if present, and those for the initial values of members.
std::vector<Stmt*> member_values(Parser& p, FunctionDecl& constructor);

// Constructs a record from the values of its members, in order.
Expr* record_value(Parser& p, const Type* type, const std::vector<Expr*>& values, const SourceRange& range);

}  // namespace lockstep::sim::language::cuda
