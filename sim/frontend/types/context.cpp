#include "sim/frontend/types/context.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/nesting.hpp"
#include "sim/bytecode/half_bits.hpp"

namespace lockstep::sim::language {
namespace {

AddressSpace space_of(Storage storage) {
  switch (storage) {
    case Storage::local:
      return AddressSpace::local;
    case Storage::global:
      return AddressSpace::global;
    case Storage::constant:
      return AddressSpace::constant;
    default:
      return AddressSpace::private_;
  }
}

}  // namespace

Expr* new_expr(Context& context, ExprKind kind, const Type* type, const SourceRange& range,
               std::vector<Expr*> operands) {
  Expr& expr = context.unit.expressions.emplace_back();
  expr.kind = kind;
  expr.type = type;
  expr.range = range;
  expr.operator_range = range;
  for (const Expr* operand : operands) put_above(context, expr, operand->height);
  expr.operands = std::move(operands);
  return &expr;
}

void put_above(Context& context, Expr& expr, unsigned height) {
  expr.height = std::max(expr.height, height + 1);
  if (expr.height > kDeepestNesting) context.fail(expr.range, nested_too_deeply("this expression"));
}

std::uint64_t wrap(std::uint64_t value, const Type* type) {
  if (!type->is_integer() || type->size >= 8) return value;
  if (type->is_bool()) return value != 0 ? 1 : 0;
  const auto unused = static_cast<unsigned>(64 - 8 * type->size);
  const std::uint64_t high = value << unused;
  return type->is_signed() ? static_cast<std::uint64_t>(static_cast<std::int64_t>(high) >> unused)
                           : high >> unused;
}

Expr* integer_literal(Context& context, std::uint64_t value, const Type* type, const SourceRange& range) {
  Expr* expr = new_expr(context, ExprKind::integer_literal, type, range);
  expr->integer = wrap(value, type);
  return expr;
}

Expr* floating_literal(Context& context, double value, const Type* type, const SourceRange& range) {
  Expr* expr = new_expr(context, ExprKind::floating_literal, type, range);
  expr->floating = type->kind == TypeKind::float_ ? static_cast<double>(static_cast<float>(value))
                   : type->kind == TypeKind::half ? static_cast<double>(half::value_of(half::bits_of(value)))
                                                  : value;
  return expr;
}

Expr* variable_reference(Context& context, VariableDecl* variable, const SourceRange& range) {
  Expr* expr = new_expr(context, ExprKind::variable, variable->type, range);
  ++variable->references;
  expr->variable = variable;
  expr->is_lvalue = true;
  expr->space = variable->space;
  expr->is_const = variable->is_const || variable->space == AddressSpace::constant;
  expr->is_volatile = variable->is_volatile;
  return variable->is_reference ? referred(context, expr) : expr;
}

Expr* referred(Context& context, Expr* reference) {
  Expr* expr = new_expr(context, ExprKind::deref, reference->type->element, reference->range, {reference});
  expr->is_implicit = true;
  expr->is_lvalue = true;
  expr->space = reference->type->space;
  expr->is_const = reference->type->pointee_const;
  expr->is_volatile = reference->type->pointee_volatile;
  return expr;
}

VariableDecl* new_variable(Context& context, std::string name, const QualifiedType& type, Storage storage,
                           const SourceRange& range) {
  VariableDecl& variable = context.unit.variable_pool.emplace_back();
  variable.name = std::move(name);
  variable.type = type.type;
  variable.storage = storage;
  variable.space = space_of(storage);
  variable.is_const = type.is_const;
  variable.is_volatile = type.is_volatile;
  variable.is_restrict = type.is_restrict;
  variable.alignment = type.type->alignment;
  variable.range = range;
  variable.function = context.function;
  return &variable;
}

}  // namespace lockstep::sim::language
