// Checks calls of work-item queries, synchronisation functions, copies and printf.
#include <fmt/format.h>

#include <limits>

#include "sim/frontend/builtins/table.hpp"
#include "sim/frontend/types/conversion.hpp"

namespace lockstep::sim::language::rules {
namespace {

std::uint8_t small_constant(const BuiltinCall& call, std::size_t argument, std::uint8_t otherwise) {
  if (argument >= call.arguments.size()) return otherwise;
  const auto value = call.constant(argument);
  return value && *value < 16 ? static_cast<std::uint8_t>(*value) : otherwise;
}

// Checks for a pointer that can be generic. The generic address space contains all address spaces
// except __constant.
void check_generic(const BuiltinCall& call) {
  call.pointee(0);
  if (call.type(0)->space == AddressSpace::constant)
    call.fail_argument(0, "a pointer that is not to __constant memory");
}

bool in_space(const Type* pointer, AddressSpace space) {
  return pointer->space == space || pointer->space == AddressSpace::generic;
}

}  // namespace

Expr* work_item(BuiltinCall& call) {
  const bool has_dimension = call.b == 1;
  call.expect_count(has_dimension ? 1 : 0, has_dimension ? 1 : 0);
  std::vector<Expr*> operands;
  if (has_dimension) {
    if (!call.type(0)->is_arithmetic()) call.fail_argument(0, "a dimension: 0, 1 or 2");
    operands.push_back(call.argument_as(0, call.types().uint_type()));
  }
  Expr* expr =
      call.special(Special::work_item, call.b == 2 ? call.types().uint_type() : call.types().ulong_type(),
                   std::move(operands));
  expr->query = static_cast<WorkItemQuery>(call.a);
  return expr;
}

// barrier(flags), work_group_barrier(flags [, scope]), atomic_work_item_fence(flags, order, scope)
Expr* synchronise(BuiltinCall& call) {
  const auto kind = static_cast<Special>(call.a);
  const bool is_c11_fence = call.name.text == "atomic_work_item_fence";
  const bool has_scope = call.name.text == "work_group_barrier" || call.name.text == "sub_group_barrier";
  const std::size_t most = is_c11_fence ? 3 : has_scope ? 2 : 1;
  call.expect_count(is_c11_fence ? 3 : 1, most);
  if (!call.type(0)->is_integer()) call.fail_argument(0, "CLK_LOCAL_MEM_FENCE or CLK_GLOBAL_MEM_FENCE");
  Expr* expr = call.special(kind, call.types().void_type(), {});
  const auto flags = call.constant(0);
  if (flags && *flags > (kLocalFence | kGlobalFence | kImageFence))
    call.fail_argument(0, "CLK_LOCAL_MEM_FENCE or CLK_GLOBAL_MEM_FENCE");
  // Flags that are not constant are assumed to be all set.
  expr->flags = flags ? static_cast<unsigned>(*flags) : kLocalFence | kGlobalFence;
  if (is_c11_fence) expr->memory_order = small_constant(call, 1, expr->memory_order);
  if (call.name.text == "mem_fence") expr->memory_order = kMemFenceOrder;
  // barrier() of OpenCL 1.x includes a fence like that of mem_fence(), which has device scope.
  if (call.name.text == "barrier" && (expr->flags & kGlobalFence) != 0) expr->memory_scope = 2;
  if (call.name.text == "read_mem_fence") expr->memory_order = 2;   // acquire
  if (call.name.text == "write_mem_fence") expr->memory_order = 3;  // release
  const bool is_mem_fence = kind == Special::fence && !is_c11_fence;
  expr->memory_scope = is_mem_fence ? 2 : small_constant(call, is_c11_fence ? 2 : 1, expr->memory_scope);
  return expr;
}

// Checks to_global(pointer) and similar functions, which keep the type and the qualifiers of the pointee.
Expr* to_space(BuiltinCall& call) {
  call.expect_count(1, 1);
  check_generic(call);
  const Type* from = call.type(0);
  const Type* type = call.types().pointer(from->element, static_cast<AddressSpace>(call.a),
                                          from->pointee_const, from->pointee_volatile);
  return call.special(Special::to_space, type, call.arguments);
}

Expr* fence_of(BuiltinCall& call) {
  call.expect_count(1, 1);
  check_generic(call);
  return call.special(Special::fence_of, call.types().uint_type(), call.arguments);
}

// Checks copies. Arguments: (destination, source, count [, stride], event)
Expr* async_copy(BuiltinCall& call) {
  const bool strided = call.b == 1;
  const std::size_t count = strided ? 5 : 4;
  call.expect_count(count, count);
  call.check_writable(0);
  if (call.pointee(0) != call.pointee(1))
    call.fail_argument(1, fmt::format("a pointer to {} like the first", to_string(*call.pointee(0))));
  const bool to_local =
      in_space(call.type(0), AddressSpace::local) && in_space(call.type(1), AddressSpace::global);
  const bool to_global =
      in_space(call.type(0), AddressSpace::global) && in_space(call.type(1), AddressSpace::local);
  if (!to_local && !to_global)
    call.fail(fmt::format("{}() copies between __local and __global memory", call.name.text));
  for (std::size_t i = 2; i + 1 < count; ++i)
    call.arguments[i] = call.argument_as(i, call.types().ulong_type());
  const Type* event = call.types().basic(TypeKind::event);
  call.arguments[count - 1] = call.argument_as(count - 1, event);
  return call.special(static_cast<Special>(call.a), event, call.arguments);
}

Expr* wait_group_events(BuiltinCall& call) {
  call.expect_count(2, 2);
  if (!call.pointee(1)->is_event()) call.fail_argument(1, "a pointer to event_t");
  return call.special(Special::wait_group_events, call.types().void_type(),
                      {call.argument_as(0, call.types().int_type()), call.arguments[1]});
}

Expr* prefetch(BuiltinCall& call) {
  call.expect_count(2, 2);
  call.pointee(0);
  return call.special(Special::prefetch, call.types().void_type(),
                      {call.arguments[0], call.argument_as(1, call.types().ulong_type())});
}

// The limit exists because an instruction stores the number of its values in a byte.
constexpr std::size_t kMaxPrinted = 250;

Expr* print(BuiltinCall& call) {
  call.expect_count(1, 1 + kMaxPrinted);
  Expr* format = call.arguments[0];
  if (format->kind != ExprKind::decay || format->operands[0]->kind != ExprKind::string_literal)
    call.fail_argument(0, "a string literal");
  std::vector<Expr*> values(call.arguments.begin() + 1, call.arguments.end());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i]->type->is_scalar() && !values[i]->type->is_vector())
      call.fail_argument(i + 1, "a number, vector, pointer or string");
    if (values[i]->type->is_integer())
      values[i] = convert_arithmetic(call.context, values[i], promoted(call.context, values[i]->type));
  }
  Expr* expr = call.special(Special::printf, call.types().int_type(), std::move(values));
  expr->text = format->operands[0]->text;
  return expr;
}

}  // namespace lockstep::sim::language::rules
