// Checks calls of the atomic functions of OpenCL 1.x and C11.
#include <fmt/format.h>

#include "sim/frontend/builtins/table.hpp"
#include "sim/frontend/types/conversion.hpp"

namespace lockstep::sim::language::rules {
namespace {

bool moves_only(AtomicOp op) {
  return op == AtomicOp::exchange || op == AtomicOp::load || op == AtomicOp::store;
}

// Returns the pointee of the first argument, which must be a pointer.
const Type* atomic_object(const BuiltinCall& call, AtomicOp op) {
  const Type* pointee = call.pointee(0);
  const AddressSpace space = call.type(0)->space;
  const bool shared =
      space == AddressSpace::global || space == AddressSpace::local || space == AddressSpace::generic;
  if (!shared) call.fail_argument(0, "a pointer to __global or __local memory");
  if (op != AtomicOp::load) call.check_writable(0);
  const bool is_integer = pointee->is_integer() && pointee->size >= 4;
  const bool is_number = pointee->kind == TypeKind::float_ || pointee->kind == TypeKind::double_;
  if (!is_integer && !(is_number && moves_only(op)))
    call.fail_argument(0, moves_only(op) ? "a pointer to a number of 32 or 64 bits"
                                         : "a pointer to an integer of 32 or 64 bits");
  return pointee;
}

void set_order(const BuiltinCall& call, Expr* expr, std::size_t order) {
  const auto read = [&](std::size_t argument, std::uint8_t otherwise) {
    if (argument >= call.arguments.size()) return otherwise;
    const auto value = call.constant(argument);
    return value && *value < 16 ? static_cast<std::uint8_t>(*value) : otherwise;
  };
  expr->memory_order = read(order, expr->memory_order);
  // The default scope of C11 atomics is the device.
  expr->memory_scope = read(order + 1, 2);
}

Expr* atomic_node(const BuiltinCall& call, AtomicOp op, const Type* object, std::size_t values) {
  std::vector<Expr*> operands = {call.arguments[0]};
  for (std::size_t i = 1; i <= values; ++i) operands.push_back(call.argument_as(i, object));
  Expr* expr = call.special(Special::atomic, op == AtomicOp::store ? call.types().void_type() : object,
                            std::move(operands));
  expr->atomic_op = op;
  return expr;
}

}  // namespace

Expr* atomic(BuiltinCall& call) {
  const auto op = static_cast<AtomicOp>(call.a);
  call.expect_count(call.b + std::size_t{1}, call.b + std::size_t{1});
  Expr* expr = atomic_node(call, op, atomic_object(call, op), call.b);
  // The atomic functions of OpenCL 1.x do not order other accesses.
  expr->memory_order = expr->failure_order = 0;
  expr->memory_scope = 2;
  return expr;
}

Expr* c11_atomic(BuiltinCall& call) {
  const auto op = static_cast<AtomicOp>(call.a);
  const std::size_t plain = call.b + std::size_t{1};
  const bool is_explicit = call.name.text.ends_with("_explicit");
  call.expect_count(plain + (is_explicit ? 1 : 0), plain + (is_explicit ? 2 : 0));
  Expr* expr = atomic_node(call, op, atomic_object(call, op), call.b);
  set_order(call, expr, plain);
  if (call.name.text == "atomic_init") expr->memory_order = 0;
  return expr;
}

// Arguments: (object, expected, desired [, success, failure [, scope]])
Expr* c11_compare_exchange(BuiltinCall& call) {
  const bool is_explicit = call.name.text.ends_with("_explicit");
  call.expect_count(is_explicit ? 5 : 3, is_explicit ? 6 : 3);
  const Type* object = atomic_object(call, AtomicOp::exchange);
  call.check_writable(1);
  if (call.pointee(1) != object) call.fail_argument(1, fmt::format("a pointer to {}", to_string(*object)));
  Expr* expr = call.special(Special::atomic_compare_exchange, call.types().bool_type(),
                            {call.arguments[0], call.arguments[1], call.argument_as(2, object)});
  expr->atomic_op = AtomicOp::compare_exchange;
  set_order(call, expr, 3);
  if (!is_explicit) return expr;
  const auto constant = [&](std::size_t argument, std::uint8_t otherwise) {
    const auto value = argument < call.arguments.size() ? call.constant(argument) : std::nullopt;
    return value && *value < 16 ? static_cast<std::uint8_t>(*value) : otherwise;
  };
  expr->failure_order = constant(4, 5);
  expr->memory_scope = constant(5, 2);
  return expr;
}

// Checks calls of atomic_flag functions. A flag is an int; 1 means that the flag is set. a: 1 for
// test_and_set, 0 for clear
Expr* atomic_flag(BuiltinCall& call) {
  const bool is_explicit = call.name.text.ends_with("_explicit");
  call.expect_count(is_explicit ? 2 : 1, is_explicit ? 3 : 1);
  const AtomicOp op = call.a == 1 ? AtomicOp::exchange : AtomicOp::store;
  const Type* object = atomic_object(call, AtomicOp::add);
  Expr* value = integer_literal(call.context, call.a, object, call.range);
  Expr* expr = call.special(Special::atomic, op == AtomicOp::store ? call.types().void_type() : object,
                            {call.arguments[0], value});
  expr->atomic_op = op;
  set_order(call, expr, 1);
  return op == AtomicOp::store ? expr
                               : cast_node(call.context, CastKind::to_bool, call.types().bool_type(), expr);
}

}  // namespace lockstep::sim::language::rules
