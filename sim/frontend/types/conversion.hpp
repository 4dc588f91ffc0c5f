// Conversions between types: implicit ones, and casts.
#pragma once

#include <string_view>

#include "sim/frontend/types/context.hpp"

namespace lockstep::sim::language {

// The expression as a value: an array becomes a pointer to its first element.
Expr* value_of(Context& context, Expr* expr);

// Marks the variable that contains an lvalue, because its address is taken.
void mark_address_taken(Expr* lvalue);

// As a condition: an int or bool.
Expr* condition_of(Context& context, Expr* expr);

// A value as `type`, by the conversion of an assignment; `purpose` completes the message
// "cannot convert float4 to int4 in PURPOSE".
Expr* convert(Context& context, Expr* value, const Type* type, std::string_view purpose);
// The same where it is always possible: arithmetic types, or a scalar to a vector.
Expr* convert_arithmetic(Context& context, Expr* value, const Type* type);

Expr* explicit_cast(Context& context, const Type* type, Expr* operand, const SourceRange& range);
// (float4)(a, b.xy, c)
Expr* vector_literal(Context& context, const Type* type, std::vector<Expr*> operands,
                     const SourceRange& range);
// as_type()
Expr* reinterpret(Context& context, const Type* type, Expr* operand, const SourceRange& range);

Expr* cast_node(Context& context, CastKind kind, const Type* type, Expr* operand, bool is_implicit = true);

// Integer promotion, and the usual arithmetic conversions of two scalar types.
const Type* promoted(Context& context, const Type* type);
const Type* common_type(Context& context, const Type* a, const Type* b);

bool is_null_constant(const Expr* expr);

}  // namespace lockstep::sim::language
