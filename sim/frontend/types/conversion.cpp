// Implicit conversions. Literals are converted immediately, which keeps the tree of `i * 2` with an unsigned
// i simple.
#include "sim/frontend/types/conversion.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::sim::language {
namespace {

Expr* converted_literal(Context& context, const Expr* value, const Type* type) {
  if (value->kind == ExprKind::integer_literal && value->type->is_integer()) {
    if (type->is_integer()) return integer_literal(context, value->integer, type, value->range);
    const double floating = value->type->is_signed()
                                ? static_cast<double>(static_cast<std::int64_t>(value->integer))
                                : static_cast<double>(value->integer);
    // Up to 24 bits, a conversion through double does not round twice; larger values are left to the machine.
    if (type->kind == TypeKind::double_ || (floating < 0x1p53 && floating > -0x1p53))
      return floating_literal(context, floating, type, value->range);
  }
  if (value->kind == ExprKind::floating_literal && type->is_floating())
    return floating_literal(context, value->floating, type, value->range);
  return nullptr;
}

bool same_pointee_but_for_sign(const Type* a, const Type* b) {
  return a->scalar()->is_integer() && b->scalar()->is_integer() && a->size == b->size && a->count == b->count;
}

bool spaces_fit(AddressSpace from, AddressSpace to) {
  return from == to || (to == AddressSpace::generic && from != AddressSpace::constant);
}

// Whether a pointer converts to the other type without a cast; warns where compilers do.
void check_pointers(Context& context, const Expr* value, const Type* to, std::string_view purpose) {
  const Type* from = value->type;
  if (!spaces_fit(from->space, to->space))
    context.fail(value->range, fmt::format("cannot convert {} to {} in {}: the address spaces differ",
                                           to_string(*from), to_string(*to), purpose));
  if ((from->pointee_const && !to->pointee_const) || (from->pointee_volatile && !to->pointee_volatile))
    context.diagnostics.warn(value->range,
                             fmt::format("the conversion from {} to {} in {} discards a qualifier",
                                         to_string(*from), to_string(*to), purpose),
                             "incompatible-pointer-types-discards-qualifiers");
  const Type* a = from->element;
  const Type* b = to->element;
  if (a == b || a->is_void() || b->is_void() || same_pointee_but_for_sign(a, b)) return;
  context.diagnostics.warn(
      value->range,
      fmt::format("{} is converted to {} in {} without a cast", to_string(*from), to_string(*to), purpose),
      "incompatible-pointer-types");
}

std::string refusal_hint(const Expr* value, const Type* type) {
  const Type* from = value->type;
  if (from->is_vector() && type->is_vector() && from->count == type->count)
    return fmt::format("; use convert_{}()", to_string(*type));
  if (!from->is_pointer() || !type->is_arithmetic()) return {};
  const Expr* pointer = value->kind == ExprKind::decay ? value->operands[0] : value;
  const std::string name = pointer->kind == ExprKind::variable ? pointer->variable->name : "p";
  return fmt::format("; write {}[0] for the value that it points to", name);
}

[[noreturn]] void refuse(Context& context, const Expr* value, const Type* type, std::string_view purpose) {
  context.fail(value->range, fmt::format("cannot convert {} to {} in {}{}", to_string(*value->type),
                                         to_string(*type), purpose, refusal_hint(value, type)));
}

Expr* convert_to_pointer(Context& context, Expr* value, const Type* type, std::string_view purpose) {
  if (is_null_constant(value)) return integer_literal(context, 0, type, value->range);
  if (value->type->is_pointer()) {
    check_pointers(context, value, type, purpose);
    return cast_node(context, CastKind::none, type, value);
  }
  refuse(context, value, type, purpose);
}

}  // namespace

Expr* cast_node(Context& context, CastKind kind, const Type* type, Expr* operand, bool is_implicit) {
  Expr* expr = new_expr(context, ExprKind::cast, type, operand->range, {operand});
  expr->cast_kind = kind;
  expr->is_implicit = is_implicit;
  return expr;
}

bool is_null_constant(const Expr* expr) {
  if (expr->kind == ExprKind::integer_literal) return expr->integer == 0;
  return false;
}

void mark_address_taken(Expr* lvalue) {
  for (Expr* at = lvalue;; at = at->operands[0]) {
    if (at->kind == ExprKind::variable || at->kind == ExprKind::compound_literal ||
        at->kind == ExprKind::string_literal) {
      at->variable->address_taken = true;
      return;
    }
    const bool is_part = at->kind == ExprKind::member || at->kind == ExprKind::swizzle ||
                         at->kind == ExprKind::component || at->kind == ExprKind::decay ||
                         at->kind == ExprKind::index;
    if (!is_part) return;
  }
}

Expr* value_of(Context& context, Expr* expr) {
  if (expr->type->is_array()) {
    mark_address_taken(expr);
    const Type* pointer =
        context.types.pointer(expr->type->element, expr->space,
                              expr->is_const && expr->space != AddressSpace::constant, expr->is_volatile);
    return new_expr(context, ExprKind::decay, pointer, expr->range, {expr});
  }
  return expr;
}

Expr* condition_of(Context& context, Expr* expr) {
  Expr* value = value_of(context, expr);
  if (!value->type->is_scalar())
    context.fail(value->range,
                 fmt::format("a condition must be a number or a pointer, not {}", to_string(*value->type)));
  if (value->type->is_bool() || value->type->kind == TypeKind::int_) return value;
  return cast_node(context, CastKind::to_bool, context.types.bool_type(), value);
}

const Type* promoted(Context& context, const Type* type) {
  return type->is_integer() && type->kind < TypeKind::int_ ? context.types.int_type() : type;
}

const Type* common_type(Context& context, const Type* a, const Type* b) {
  // The kinds are in order of rank, unsigned after signed: both become the greater one.
  const TypeKind kind = std::max(promoted(context, a)->kind, promoted(context, b)->kind);
  return context.types.basic(kind);
}

Expr* convert_arithmetic(Context& context, Expr* value, const Type* type) {
  if (value->type == type) return value;
  if (type->is_vector() && !value->type->is_vector())
    return cast_node(context, CastKind::splat, type, convert_arithmetic(context, value, type->element));
  if (!type->is_vector())
    if (Expr* literal = converted_literal(context, value, type)) return literal;
  return cast_node(context, type->is_bool() ? CastKind::to_bool : CastKind::numeric, type, value);
}

namespace {

// const sampler_t s = CLK_NORMALIZED_COORDS_TRUE | …
Expr* sampler_of(Context& context, Expr* value) {
  const auto bits = integer_constant(value);
  if (!bits)
    context.fail(value->range,
                 "a sampler needs a constant initial value, such as CLK_NORMALIZED_COORDS_FALSE | "
                 "CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST");
  return integer_literal(context, *bits, context.types.basic(TypeKind::sampler), value->range);
}

}  // namespace

Expr* convert(Context& context, Expr* value, const Type* type, std::string_view purpose) {
  value = value_of(context, value);
  const Type* from = value->type;
  if (from == type) return value;
  if (type->is_pointer()) return convert_to_pointer(context, value, type, purpose);
  if (type->is_event() && is_null_constant(value)) return integer_literal(context, 0, type, value->range);
  if (type->is_sampler() && from->is_integer()) return sampler_of(context, value);
  if (from->is_pointer() && type->is_bool()) return cast_node(context, CastKind::to_bool, type, value);
  const bool splats = type->is_vector() && from->is_arithmetic();
  if (!splats && !(from->is_arithmetic() && type->is_arithmetic())) refuse(context, value, type, purpose);
  return convert_arithmetic(context, value, type);
}

// Explicit casts: (type)x, (float4)(…) and as_type(x).

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
    context.fail(range, fmt::format("as_{}() needs a value of {} bytes, and {} has {}", to_string(*type),
                                    type->size, to_string(*value->type), value->type->size));
  Expr* result =
      cast_node(context, value->type == type ? CastKind::none : CastKind::bitcast, type, value, false);
  result->range = range;
  return result;
}

}  // namespace lockstep::sim::language
