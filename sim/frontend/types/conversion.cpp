// Converts operands implicitly. A literal is converted immediately, which simplifies trees such as `i * 2`
// with an unsigned i.
#include "sim/frontend/types/conversion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/frontend/types/constant.hpp"

namespace lockstep::sim::language {
namespace {

Expr* converted_literal(Context& context, const Expr* value, const Type* type) {
  if (value->kind == ExprKind::integer_literal && value->type->is_integer()) {
    if (type->is_integer()) return integer_literal(context, value->integer, type, value->range);
    const double floating = value->type->is_signed()
                                ? static_cast<double>(static_cast<std::int64_t>(value->integer))
                                : static_cast<double>(value->integer);
    // A double represents an integer below 2^53 exactly, so the conversion rounds at most once. The
    // conversion of larger values to float or half is left to the machine.
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

// Returns whether a pointer to `from` may be converted to a pointer to `to`. In CUDA C++, a generic pointer
// may also point to constant memory.
bool spaces_fit(const Context& context, AddressSpace from, AddressSpace to) {
  return from == to || (to == AddressSpace::generic && (from != AddressSpace::constant || context.is_cuda()));
}

// Checks whether a pointer can be converted without a cast. Reports an error or warning where other
// compilers do.
void check_pointers(Context& context, const Expr* value, const Type* to, std::string_view purpose) {
  const Type* from = value->type;
  if (!spaces_fit(context, from->space, to->space))
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

// Creates a sampler: const sampler_t s = CLK_NORMALIZED_COORDS_TRUE | …
Expr* sampler_of(Context& context, Expr* value) {
  const auto bits = integer_constant(value);
  if (!bits)
    context.fail(value->range,
                 "a sampler needs a constant initial value, such as CLK_NORMALIZED_COORDS_FALSE | "
                 "CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST");
  return integer_literal(context, *bits, context.types.basic(TypeKind::sampler), value->range);
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
  if (context.conversions != nullptr && value->type->is_record())
    if (Expr* own = context.conversions->converted(value, context.types.bool_type())) return own;
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
  // The kinds are in the order of rank, and unsigned types come after signed types, so the greater kind is
  // the common type.
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

Expr* convert(Context& context, Expr* value, const Type* type, std::string_view purpose) {
  value = value_of(context, value);
  const Type* from = value->type;
  if (from == type) return value;
  if (context.conversions != nullptr)
    if (Expr* own = context.conversions->converted(value, type)) return own;
  if (type->is_pointer()) return convert_to_pointer(context, value, type, purpose);
  if (type->is_event() && is_null_constant(value)) return integer_literal(context, 0, type, value->range);
  if (type->is_sampler() && from->is_integer()) return sampler_of(context, value);
  if (from->is_pointer() && type->is_bool()) return cast_node(context, CastKind::to_bool, type, value);
  const bool splats = type->is_vector() && from->is_arithmetic();
  if (!splats && !(from->is_arithmetic() && type->is_arithmetic())) refuse(context, value, type, purpose);
  return convert_arithmetic(context, value, type);
}

}  // namespace lockstep::sim::language
