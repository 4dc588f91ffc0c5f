// Checks calls of atomicAdd() and similar functions. They have relaxed order; the suffix of the name gives
// the scope.
#include <fmt/format.h>

#include "sim/frontend/cuda/functions.hpp"
#include "sim/frontend/types/constant.hpp"
#include "sim/frontend/types/conversion.hpp"

namespace lockstep::sim::language::cuda {
namespace {

bool is_of_floats(AtomicOp op) { return op == AtomicOp::add || op == AtomicOp::exchange; }

// Operations of cuda::atomic_ref that also accept floating-point numbers; bitwise operations do not.
bool is_of_floats_by_reference(AtomicOp op) {
  return op != AtomicOp::bit_and && op != AtomicOp::bit_or && op != AtomicOp::bit_xor;
}

const Type* object_of(const CudaCall& call, AtomicOp op, bool is_reference = false) {
  const Type* pointer = call.value(0)->type;
  if (!pointer->is_pointer())
    call.fail(fmt::format("the first argument of {}() must be a pointer", call.name.text));
  if (pointer->pointee_const)
    call.fail(fmt::format("the first argument of {}() must not point to a const object", call.name.text));
  const Type* object = pointer->element;
  const bool is_integer = object->is_integer() && object->size >= 4;
  const bool is_floating = object->kind == TypeKind::float_ || object->kind == TypeKind::double_;
  const bool has_floats = is_reference ? is_of_floats_by_reference(op) : is_of_floats(op);
  if (is_integer || (is_floating && has_floats)) return object;
  call.fail(fmt::format("there is no {}() for {}", call.name.text, to_string(*object)));
}

constexpr unsigned packed(AtomicOp op, unsigned scope) { return static_cast<unsigned>(op) | scope << 8; }

void add_rows(std::vector<CudaFunction>& rows, std::string_view name, std::string_view of_block,
              std::string_view of_system, AtomicOp op) {
  rows.push_back({name, rules::atomic, packed(op, 2)});
  rows.push_back({of_block, rules::atomic, packed(op, 1)});
  rows.push_back({of_system, rules::atomic, packed(op, 3)});
}

}  // namespace

Expr* rules::atomic(const CudaCall& call) {
  const auto op = static_cast<AtomicOp>(call.a & 0xFF);
  const std::size_t values = op == AtomicOp::compare_exchange ? 2 : 1;
  call.expect_count(values + 1, values + 1);
  const Type* object = object_of(call, op);
  std::vector<Expr*> operands = {call.value(0)};
  for (std::size_t i = 1; i <= values; ++i) operands.push_back(call.as(i, object));
  Expr* expr = call.special(Special::atomic, object, std::move(operands));
  expr->atomic_op = op;
  expr->memory_order = expr->failure_order = 0;
  expr->memory_scope = static_cast<std::uint8_t>(call.a >> 8);
  return expr;
}

// Checks the functions that cuda::atomic_ref calls. Arguments: (pointer, values …, order, scope), where order
// and scope are constants.
Expr* rules::ordered_atomic(const CudaCall& call) {
  const auto op = static_cast<AtomicOp>(call.a);
  const std::size_t values = op == AtomicOp::load ? 0 : op == AtomicOp::compare_exchange ? 2 : 1;
  call.expect_count(values + 3, values + 3);
  const Type* object = op == AtomicOp::load || op == AtomicOp::store ? call.value(0)->type->element
                                                                     : object_of(call, op, true);
  std::vector<Expr*> operands = {call.value(0)};
  for (std::size_t i = 1; i <= values; ++i) operands.push_back(call.as(i, object));
  const Type* result = op == AtomicOp::store ? call.types().void_type() : object;
  Expr* expr = call.special(Special::atomic, result, std::move(operands));
  const auto constant = [&](std::size_t i) {
    const auto value = integer_constant(call.arguments[i]);
    if (!value) call.fail(fmt::format("argument {} of {}() must be a constant", i + 1, call.name.text));
    return static_cast<std::uint8_t>(*value);
  };
  expr->atomic_op = op;
  expr->memory_order = constant(values + 1);
  expr->failure_order = expr->memory_order;
  expr->memory_scope = constant(values + 2);
  return expr;
}

std::vector<CudaFunction> atomic_functions() {
  std::vector<CudaFunction> rows;
#define ATOMIC(name, op) add_rows(rows, #name, #name "_block", #name "_system", AtomicOp::op);
  ATOMIC(atomicAdd, add)
  ATOMIC(atomicSub, sub)
  ATOMIC(atomicExch, exchange)
  ATOMIC(atomicMin, min)
  ATOMIC(atomicMax, max)
  ATOMIC(atomicAnd, bit_and)
  ATOMIC(atomicOr, bit_or)
  ATOMIC(atomicXor, bit_xor)
  ATOMIC(atomicCAS, compare_exchange)
  ATOMIC(atomicInc, increment_to)
  ATOMIC(atomicDec, decrement_from)
#undef ATOMIC
#define ORDERED(name, op) \
  rows.push_back({"__lockstep_" name, rules::ordered_atomic, static_cast<unsigned>(AtomicOp::op)});
  ORDERED("load", load)
  ORDERED("store", store)
  ORDERED("exchange", exchange)
  ORDERED("compare_exchange", compare_exchange)
  ORDERED("add", add)
  ORDERED("sub", sub)
  ORDERED("min", min)
  ORDERED("max", max)
  ORDERED("and", bit_and)
  ORDERED("or", bit_or)
  ORDERED("xor", bit_xor)
#undef ORDERED
  return rows;
}

}  // namespace lockstep::sim::language::cuda
