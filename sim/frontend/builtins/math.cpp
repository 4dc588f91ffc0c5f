// Checks calls to mathematical, integer, relational and geometric functions. First, the usual arithmetic
// conversions give all arguments the same type, and scalars are widened to the length of the vectors.
#include <fmt/format.h>

#include <limits>

#include "sim/frontend/builtins/table.hpp"
#include "sim/frontend/types/constant.hpp"
#include "sim/frontend/types/conversion.hpp"
#include "sim/frontend/types/operators.hpp"

namespace lockstep::sim::language {
namespace {

using Domain = BuiltinDomain;

const Type* truth_type(const BuiltinCall& call, const Type* operand) {
  if (!operand->is_vector()) return call.types().int_type();
  return call.types().vector(call.types().signed_of_size(operand->element->size), operand->count);
}

const Type* result_type(const BuiltinCall& call, Component function, const Type* operand) {
  switch (builtin_info(function).result) {
    case BuiltinResult::same:
      return operand;
    case BuiltinResult::unsigned_same:
      return call.types().same_shape(call.types().unsigned_of_size(operand->scalar()->size), operand);
    case BuiltinResult::truth:
      return truth_type(call, operand);
    case BuiltinResult::int32:
      break;
  }
  return call.types().same_shape(call.types().int_type(), operand);
}

// Returns the type of a computation whose operands are all scalars.
const Type* scalar_for_domain(const BuiltinCall& call, const Type* type, Domain domain,
                              std::size_t argument) {
  if (domain == Domain::floating && !type->is_floating()) return call.types().float_type();
  if (domain == Domain::integer && !type->is_integer()) call.fail_argument(argument, "an integer");
  return type->is_bool() ? call.types().int_type() : type;
}

Expr* component_node(const BuiltinCall& call, Component function, const Type* operand,
                     std::vector<Expr*> operands) {
  Expr* expr = call.node(ExprKind::builtin, result_type(call, function, operand), std::move(operands));
  expr->builtin = static_cast<std::uint16_t>(function);
  return expr;
}

}  // namespace

const Type* unify_arguments(BuiltinCall& call, std::size_t first, std::size_t last, Domain domain) {
  const Type* common = nullptr;
  for (std::size_t i = first; i < last; ++i) {
    const Type* type = call.type(i);
    if (!type->is_arithmetic() && !type->is_vector()) call.fail_argument(i, "a number or vector");
    if (!common || (type->is_vector() && !common->is_vector())) {
      common = type;
    } else if (type->is_vector() && type != common) {
      call.fail_argument(i, fmt::format("{} like the others", to_string(*common)));
    } else if (!common->is_vector() && type != common) {
      common = common_type(call.context, common, type);
    }
  }
  const bool fits = domain == Domain::both || (domain == Domain::floating) == common->scalar()->is_floating();
  if (common->is_vector() && !fits)
    call.fail_argument(first, domain == Domain::floating ? "of type float or double" : "of an integer type");
  if (!common->is_vector()) common = scalar_for_domain(call, common, domain, first);
  for (std::size_t i = first; i < last; ++i)
    call.arguments[i] = convert_arithmetic(call.context, call.arguments[i], common);
  return common;
}

namespace rules {

Expr* component(BuiltinCall& call) {
  const auto function = static_cast<Component>(call.a);
  const BuiltinInfo& about = builtin_info(function);
  call.expect_count(about.arity, about.arity);
  const bool int_second = about.takes_int;
  const Type* type = unify_arguments(call, 0, int_second ? 1 : about.arity, about.domain);
  if (int_second) {
    if (!call.type(1)->scalar()->is_integer()) call.fail_argument(1, "an integer");
    call.arguments[1] = call.argument_as(1, call.types().same_shape(call.types().int_type(), type));
  }
  if (about.is_24_bit && !type->is_vector() && type->size != 4) {
    type = type->is_unsigned() && type->size == 8 ? call.types().uint_type() : call.types().int_type();
    for (Expr*& argument : call.arguments) argument = convert_arithmetic(call.context, argument, type);
  }
  return component_node(call, function, type, call.arguments);
}

Expr* two_results(BuiltinCall& call) {
  const auto function = static_cast<Component>(call.a);
  const auto second = static_cast<Component>(call.b);
  const std::size_t values = builtin_info(second).arity;
  call.expect_count(values + 1, values + 1);
  const Type* type = unify_arguments(call, 0, values, Domain::floating);
  call.check_writable(values);
  const Type* stored = result_type(call, second, type);
  if (call.pointee(values) != stored)
    call.fail_argument(values, fmt::format("a pointer to {}", to_string(*stored)));
  Expr* expr = call.special(Special::two_results, result_type(call, function, type), call.arguments);
  expr->builtin = call.a;
  expr->second_builtin = call.b;
  return expr;
}

const Type* floating_of_size(BuiltinCall& call, std::size_t size) {
  return size == 8   ? call.types().double_type()
         : size == 4 ? call.types().float_type()
                     : call.types().basic(TypeKind::half);
}

// Checks nan(bits). The machine's function returns the bits of the result. For halves, only
// nan(ushort) exists.
Expr* not_a_number(BuiltinCall& call) {
  call.expect_count(1, 1);
  const Type* type = unify_arguments(call, 0, 1, Domain::integer);
  if (type->scalar()->size < 4 && type->scalar()->kind != TypeKind::ushort)
    type = call.types().same_shape(call.types().uint_type(), type);
  const Type* bits = call.types().same_shape(call.types().unsigned_of_size(type->scalar()->size), type);
  if (bits != call.type(0)) {
    if (bits->is_vector()) call.fail_argument(0, "unsigned");
    call.arguments[0] = convert_arithmetic(call.context, call.arguments[0], bits);
  }
  const Type* number = floating_of_size(call, bits->scalar()->size);
  Expr* value = component_node(call, Component::nan, bits, call.arguments);
  return reinterpret(call.context, call.types().same_shape(number, bits), value, call.range);
}

Expr* compare(BuiltinCall& call) {
  call.expect_count(2, 2);
  unify_arguments(call, 0, 2, Domain::floating);
  Expr* expr = make_binary(call.context, static_cast<BinaryOp>(call.a), call.arguments[0], call.arguments[1],
                           call.name.range);
  expr->range = call.range;
  return expr;
}

Expr* any_or_all(BuiltinCall& call) {
  call.expect_count(1, 1);
  unify_arguments(call, 0, 1, Domain::integer);
  return call.special(static_cast<Special>(call.a), call.types().int_type(), call.arguments);
}

Expr* select(BuiltinCall& call) {
  call.expect_count(3, 3);
  const Type* type = unify_arguments(call, 0, 2, Domain::both);
  const Type* choice = call.type(2);
  const bool fits = choice->scalar()->is_integer() && choice->count == type->count &&
                    (!type->is_vector() || choice->element->size == type->element->size);
  if (!fits)
    call.fail_argument(
        2, fmt::format("of an integer type with the length and element size of {}", to_string(*type)));
  return call.special(Special::select, type, call.arguments);
}

// Creates upsample(hi, lo) as ((wider)hi << bits) | lo.
Expr* upsample(BuiltinCall& call) {
  call.expect_count(2, 2);
  const Type* high = call.type(0);
  const Type* low = call.type(1);
  const bool fits = high->scalar()->is_integer() && low->scalar()->is_integer() &&
                    high->count == low->count && high->scalar()->size == low->scalar()->size &&
                    high->scalar()->size < 8;
  if (!fits) call.fail("upsample() takes two integers of the same size, up to 32 bits");
  const std::uint64_t bytes = high->scalar()->size;
  const bool is_signed = high->scalar()->is_signed();
  const Type* wide =
      is_signed ? call.types().signed_of_size(2 * bytes) : call.types().unsigned_of_size(2 * bytes);
  const Type* type = call.types().same_shape(wide, high);
  const Type* plain = call.types().same_shape(call.types().unsigned_of_size(bytes), low);
  Expr* upper = convert_arithmetic(call.context, call.arguments[0], type);
  Expr* lower =
      convert_arithmetic(call.context, convert_arithmetic(call.context, call.arguments[1], plain), type);
  Expr* bits = integer_literal(call.context, 8 * bytes, call.types().int_type(), call.range);
  upper = make_binary(call.context, BinaryOp::shl, upper, bits, call.name.range);
  Expr* both = make_binary(call.context, BinaryOp::bit_or, upper, lower, call.name.range);
  both = convert_arithmetic(call.context, both, type);
  both->range = call.range;
  return both;
}

Expr* geometric(BuiltinCall& call) {
  const auto kind = static_cast<Special>(call.a);
  const bool one = kind == Special::length || kind == Special::normalize;
  call.expect_count(one ? 1 : 2, one ? 1 : 2);
  const Type* type = unify_arguments(call, 0, call.arguments.size(), Domain::floating);
  if (kind == Special::cross && type->count != 3 && type->count != 4)
    call.fail_argument(0, "a vector of 3 or 4 components");
  if (type->count > 4) call.fail_argument(0, "a vector of at most 4 components");
  return call.special(kind, call.b == 1 ? type->scalar() : type, call.arguments);
}

Expr* shuffle(BuiltinCall& call) {
  const std::size_t vectors = call.b;
  call.expect_count(vectors + 1, vectors + 1);
  const Type* type = call.type(0);
  const Type* mask = call.type(vectors);
  if (!type->is_vector() || type->count == 3) call.fail_argument(0, "a vector of 2, 4, 8 or 16 components");
  if (vectors == 2 && call.type(1) != type)
    call.fail_argument(1, fmt::format("{} like the first", to_string(*type)));
  if (!mask->is_vector() || !mask->element->is_unsigned() || mask->element->size != type->element->size)
    call.fail_argument(vectors, "a vector of unsigned integers with the element size of the first argument");
  return call.special(static_cast<Special>(call.a), call.types().vector(type->element, mask->count),
                      call.arguments);
}

Expr* special_value(BuiltinCall& call) {
  call.expect_count(0, 1);
  const double value =
      call.a == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  return floating_literal(call.context, value,
                          call.b == 1 ? call.types().double_type() : call.types().float_type(), call.range);
}

// Checks __builtin_expect(value, likely), which returns the value.
Expr* expect(BuiltinCall& call) {
  call.expect_count(2, 2);
  return call.argument_as(0, call.types().long_type());
}

// __builtin_constant_p(value)
Expr* is_constant(BuiltinCall& call) {
  call.expect_count(1, 1);
  return integer_literal(call.context, evaluate(call.arguments[0]) ? 1 : 0, call.types().int_type(),
                         call.range);
}

// Checks hints for the compiler, which have no effect in the simulator.
Expr* no_effect(BuiltinCall& call) {
  Expr* nothing = integer_literal(call.context, 0, call.types().int_type(), call.range);
  return cast_node(call.context, CastKind::to_void, call.types().void_type(), nothing);
}

Expr* bits_of_size(BuiltinCall& call) {
  call.expect_count(1, 1);
  call.arguments[0] = call.argument_as(0, call.types().unsigned_of_size(call.b));
  Expr* count = component_node(call, static_cast<Component>(call.a), call.type(0), call.arguments);
  return convert_arithmetic(call.context, count, call.types().int_type());
}

}  // namespace rules
}  // namespace lockstep::sim::language
