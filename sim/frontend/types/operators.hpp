// Checks operators. Each function checks its operands, inserts the conversions of the language, and returns
// the node. Messages refer to the range of the operator.
#pragma once

#include <string_view>

#include "sim/frontend/preprocess/token.hpp"
#include "sim/frontend/types/context.hpp"

namespace lockstep::sim::language {

Expr* make_unary(Context& context, std::string_view op, Expr* operand,
                 const SourceRange& op_range);  // + - ~ !
Expr* make_binary(Context& context, BinaryOp op, Expr* left, Expr* right, const SourceRange& op_range);
Expr* make_logical(Context& context, BinaryOp op, Expr* left, Expr* right, const SourceRange& op_range);
Expr* make_conditional(Context& context, Expr* condition, Expr* then, Expr* other,
                       const SourceRange& op_range);
Expr* make_comma(Context& context, Expr* left, Expr* right);

Expr* make_assign(Context& context, Expr* target, Expr* value, const SourceRange& op_range);
Expr* make_compound_assign(Context& context, BinaryOp op, Expr* target, Expr* value,
                           const SourceRange& op_range);
Expr* make_increment(Context& context, Expr* target, bool is_decrement, bool is_prefix,
                     const SourceRange& op_range);

Expr* make_address_of(Context& context, Expr* operand, const SourceRange& op_range);
Expr* make_deref(Context& context, Expr* operand, const SourceRange& op_range);
Expr* make_subscript(Context& context, Expr* base, Expr* index, const SourceRange& close);
Expr* make_member(Context& context, Expr* base, const Token& name, bool through_pointer);

std::string_view spelling(BinaryOp op);

// Converts two operands to a common arithmetic type, scalar or vector, by the usual arithmetic conversions,
// and returns this type.
const Type* unify(Context& context, Expr*& left, Expr*& right, const SourceRange& op_range,
                  std::string_view op);

}  // namespace lockstep::sim::language
