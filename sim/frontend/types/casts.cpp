// Checks explicit casts: (type)x, (float4)(…) and as_type(x).
#include <fmt/format.h>

#include "sim/frontend/types/conversion.hpp"

namespace lockstep::sim::language {
namespace {

[[noreturn]] void refuse(Context& context, const Type* from, const Type* to, const SourceRange& range) {
  std::string hint;
  if (from->is_vector() && to->is_vector() && from->count == to->count)
    hint = fmt::format("; use convert_{0}() or as_{0}()", to_string(*to));
  context.fail(range, fmt::format("cannot cast {} to {}{}", to_string(*from), to_string(*to), hint));
}

Expr* cast_pointer(Context& context, const Type* type, Expr* value, const SourceRange& range) {
  if (is_null_constant(value)) return integer_literal(context, 0, type, range);
  const Type* from = value->type;
  if (from->is_integer())
    return cast_node(context, CastKind::integer_to_pointer, type,
                     convert_arithmetic(context, value, context.types.ulong_type()), false);
  if (!from->is_pointer()) refuse(context, from, type, range);
  const bool through_generic = type->space == AddressSpace::generic || from->space == AddressSpace::generic;
  if (from->space != type->space && !through_generic)
    context.fail(range, fmt::format("cannot cast {} to {}: the address spaces differ", to_string(*from),
                                    to_string(*type)));
  return cast_node(context, CastKind::none, type, value, false);
}

}  // namespace

Expr* explicit_cast(Context& context, const Type* type, Expr* operand, const SourceRange& range) {
  Expr* result = nullptr;
  if (type->is_void()) {
    result = cast_node(context, CastKind::to_void, type, operand, false);
    result->range = range;
    return result;
  }
  Expr* value = value_of(context, operand);
  const Type* from = value->type;
  if (context.conversions != nullptr && from != type)
    if (Expr* own = context.conversions->converted(value, type)) return own;
  if (type->is_pointer())
    result = cast_pointer(context, type, value, range);
  else if (from == type)
    result = cast_node(context, CastKind::none, type, value, false);
  else if (from->is_pointer() && type->is_bool())
    result = cast_node(context, CastKind::to_bool, type, value, false);
  else if (from->is_pointer() && type->is_integer())
    result = convert_arithmetic(
        context, cast_node(context, CastKind::pointer_to_integer, context.types.ulong_type(), value, false),
        type);
  else if (from->is_arithmetic() && (type->is_arithmetic() || type->is_vector()))
    result = convert_arithmetic(context, value, type);
  else if (type->is_event() && is_null_constant(value))
    result = integer_literal(context, 0, type, range);
  else
    refuse(context, from, type, range);
  result->range = range;
  if (result->kind == ExprKind::cast) result->is_implicit = false;
  return result;
}

Expr* vector_literal(Context& context, const Type* type, std::vector<Expr*> operands,
                     const SourceRange& range) {
  if (operands.size() == 1) {
    Expr* value = value_of(context, operands[0]);
    if (!value->type->is_vector() || value->type == type) return explicit_cast(context, type, value, range);
  }
  unsigned count = 0;
  for (Expr*& operand : operands) {
    operand = value_of(context, operand);
    if (operand->type->is_arithmetic())
      operand = convert_arithmetic(context, operand, type->element);
    else if (!operand->type->is_vector() || operand->type->element != type->element)
      context.fail(operand->range,
                   fmt::format("{} cannot be a part of {}", to_string(*operand->type), to_string(*type)));
    count += operand->type->count;
  }
  if (count != type->count)
    context.fail(range, fmt::format("{} has {} components, not {}", to_string(*type), type->count, count));
  return new_expr(context, ExprKind::vector_literal, type, range, std::move(operands));
}

Expr* reinterpret(Context& context, const Type* type, Expr* operand, const SourceRange& range) {
  Expr* value = value_of(context, operand);
  const bool possible =
      (value->type->is_arithmetic() || value->type->is_vector()) && value->type->size == type->size;
  if (!possible)
    context.fail(range, fmt::format("as_{}() needs a value of {} bytes, but {} has {}", to_string(*type),
                                    type->size, to_string(*value->type), value->type->size));
  Expr* result =
      cast_node(context, value->type == type ? CastKind::none : CastKind::bitcast, type, value, false);
  result->range = range;
  return result;
}

}  // namespace lockstep::sim::language
