// Converts between types: implicit conversions and casts.
#pragma once

#include <string_view>

#include "sim/frontend/types/context.hpp"

namespace lockstep::sim::language {

// Converts an expression to a value; an array becomes a pointer to its first element.
Expr* value_of(Context& context, Expr* expr);

// Marks the variable that contains the lvalue as having its address taken.
void mark_address_taken(Expr* lvalue);

// Converts an expression to a condition, which is an int or bool.
Expr* condition_of(Context& context, Expr* expr);

// Converts a value to `type` as in an assignment; `purpose` completes messages such as "cannot convert float4
// to int4 in PURPOSE".
Expr* convert(Context& context, Expr* value, const Type* type, std::string_view purpose);
// Does the same for conversions that cannot fail: between arithmetic types, or from a scalar to a vector.
Expr* convert_arithmetic(Context& context, Expr* value, const Type* type);

Expr* explicit_cast(Context& context, const Type* type, Expr* operand, const SourceRange& range);
// Checks (float4)(a, b.xy, c) and creates its node.
Expr* vector_literal(Context& context, const Type* type, std::vector<Expr*> operands,
                     const SourceRange& range);
// Checks as_type() and creates its node.
Expr* reinterpret(Context& context, const Type* type, Expr* operand, const SourceRange& range);

Expr* cast_node(Context& context, CastKind kind, const Type* type, Expr* operand, bool is_implicit = true);

// Returns the type after integer promotion, or after the usual arithmetic conversions of two scalar types.
const Type* promoted(Context& context, const Type* type);
const Type* common_type(Context& context, const Type* a, const Type* b);

bool is_null_constant(const Expr* expr);

}  // namespace lockstep::sim::language
