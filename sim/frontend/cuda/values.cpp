// Checks calls of functions of values: bits, extrema, loads with hints, arithmetic with a rounding mode.
#include <fmt/format.h>

#include <algorithm>

#include "sim/frontend/cuda/functions.hpp"
#include "sim/frontend/cuda/references.hpp"
#include "sim/frontend/parse/statements.hpp"
#include "sim/frontend/types/conversion.hpp"
#include "sim/frontend/types/operators.hpp"

namespace lockstep::sim::language::cuda {
namespace {

enum class Bits : std::uint8_t { count_ones, leading_zeros };

const Type* unsigned_type(const CudaCall& call, bool is_long) {
  return is_long ? call.types().ulong_type() : call.types().uint_type();
}

Expr* as_int(const CudaCall& call, Expr* value) {
  return convert(call.context(), value, call.types().int_type(), "this value");
}

// Returns the components of blockIdx and threadIdx.
std::vector<Expr*> places_of_thread(const CudaCall& call) {
  std::vector<Expr*> places;
  for (const WorkItemQuery query : {WorkItemQuery::group_id, WorkItemQuery::local_id})
    for (unsigned dimension = 0; dimension < 3; ++dimension) {
      const Type* uint = call.types().uint_type();
      Expr* place = call.special(Special::work_item, uint, {call.number(dimension, uint)});
      place->query = query;
      places.push_back(place);
    }
  return places;
}

std::string text_of(const SourceFile& file, const SourceRange& range) {
  const std::string line = file.line_text(range.line);
  const std::size_t first = std::min<std::size_t>(range.column - 1, line.size());
  const std::size_t end = range.end_line == range.line ? range.end_column - 1 : line.size();
  return line.substr(first, std::max(end, first) - first);
}

std::string for_format(std::string_view text) {
  std::string result;
  for (const char c : text) result += c == '%' ? "%%" : std::string(1, c);
  return result;
}

}  // namespace

namespace rules {

Expr* absolute(const CudaCall& call) {
  call.expect_count(1, 1);
  Expr* value = call.value(0);
  if (value->type->is_floating()) return call.opencl("fabs", {value});
  const Type* type = promoted(call.context(), value->type);
  return convert(call.context(), call.opencl("abs", {convert(call.context(), value, type, "abs()")}), type,
                 "abs()");
}

// Checks min() and max(). If a template argument is written, both values are converted to this type.
Expr* extremum(const CudaCall& call) {
  call.expect_count(2, 2);
  std::vector<Expr*> values = {call.value(0), call.value(1)};
  if (!call.written.empty() && !call.written[0].is_value)
    values = {call.as(0, call.written[0].type), call.as(1, call.written[0].type)};
  for (const Expr* value : values)
    if (!value->type->is_arithmetic())
      call.fail(fmt::format("{}() takes numbers, not {}", call.name.text, to_string(*value->type)));
  const Type* type = common_type(call.context(), values[0]->type, values[1]->type);
  for (Expr*& value : values) value = convert(call.context(), value, type, call.name.text);
  return call.opencl(call.a == 0 ? "min" : "max", values);
}

// Checks functions of bits. a: the function, plus 2 for 64 bits
Expr* bits(const CudaCall& call) {
  call.expect_count(1, 1);
  const Type* type = unsigned_type(call, (call.a & 2) != 0);
  const auto which = static_cast<Bits>(call.a & 1);
  return as_int(call, call.opencl(which == Bits::count_ones ? "popcount" : "clz", {call.as(0, type)}));
}

// Returns the position of the lowest set bit, starting at 1; 0 if no bit is set. The bits below the lowest
// set bit are (x & -x) - 1.
Expr* first_set(const CudaCall& call) {
  call.expect_count(1, 1);
  const Type* type = unsigned_type(call, call.a == 2);
  Expr* value = call.as(0, type);
  Expr* lowest = make_binary(call.context(), BinaryOp::bit_and, value,
                             make_unary(call.context(), "-", value, call.range), call.range);
  Expr* zeros = as_int(call, call.opencl("clz", {lowest}));
  return make_binary(call.context(), BinaryOp::sub, call.number(8 * type->size, call.types().int_type()),
                     zeros, call.range);
}

// Checks __ldg(pointer), which is a load; its hint has no effect in the simulator.
Expr* load(const CudaCall& call) {
  call.expect_count(1, 1);
  return make_deref(call.context(), call.value(0), call.range);
}

Expr* store(const CudaCall& call) {
  call.expect_count(2, 2);
  return make_assign(call.context(), make_deref(call.context(), call.value(0), call.range), call.arguments[1],
                     call.range);
}

// Checks __fadd_rn() and similar functions, which round like +. a: the operator; 8 or more for double
Expr* arithmetic(const CudaCall& call) {
  call.expect_count(2, 2);
  constexpr BinaryOp kOperators[] = {BinaryOp::add, BinaryOp::sub, BinaryOp::mul, BinaryOp::div};
  const Type* type = call.a >= 8 ? call.types().double_type() : call.types().float_type();
  return make_binary(call.context(), kOperators[call.a & 7], call.as(0, type), call.as(1, type), call.range);
}

// Checks swap(a, b).
Expr* exchange(const CudaCall& call) {
  call.expect_count(2, 2);
  Expr* a = call.arguments[0];
  Expr* b = call.arguments[1];
  Expr* kept = temporary(call.context(), a, call.range);
  Expr* again = variable_reference(call.context(), kept->variable, call.range);
  Expr* first = make_comma(call.context(), kept, make_assign(call.context(), a, b, call.range));
  Expr* second = make_assign(call.context(), b, again, call.range);
  return cast_node(call.context(), CastKind::to_void, call.types().void_type(),
                   make_comma(call.context(), first, second));
}

// Prints "FILE:LINE: block: [0,0,0], thread: [3,0,0] WHAT.", as CUDA does for a failed assertion.
Expr* print_place(const CudaCall& call, const std::string& what) {
  const SourceFile& file = call.context().diagnostics.file(call.range.file);
  Expr* print = call.special(Special::printf, call.types().int_type(), places_of_thread(call));
  print->text = fmt::format("{}:{}: block: [%u,%u,%u], thread: [%u,%u,%u] {}.\n", for_format(file.path),
                            call.range.line, for_format(what));
  return print;
}

// Checks assert(condition), which prints a message if the condition is false; the thread continues.
Expr* assertion(const CudaCall& call) {
  call.expect_count(1, 1);
  const SourceFile& file = call.context().diagnostics.file(call.range.file);
  Expr* print =
      print_place(call, fmt::format("Assertion `{}` failed", text_of(file, call.arguments[0]->range)));
  Expr* holds = condition_of(call.context(), call.value(0));
  Expr* chosen =
      make_conditional(call.context(), holds, call.number(0, call.types().int_type()), print, call.range);
  return cast_node(call.context(), CastKind::to_void, call.types().void_type(), chosen);
}

// Checks __trap(), which prints a message; the thread continues.
Expr* trap(const CudaCall& call) {
  call.expect_count(0, 0);
  return cast_node(call.context(), CastKind::to_void, call.types().void_type(),
                   print_place(call, "__trap() was called"));
}

// Checks clock() and clock64().
Expr* clock(const CudaCall& call) {
  call.expect_count(0, 0);
  call.context().diagnostics.warn(
      call.name.range,
      fmt::format("{}() returns 0, because the simulator counts operations, not cycles", call.name.text));
  return call.number(0, call.types().long_type());
}

}  // namespace rules

std::vector<CudaFunction> value_functions() {
  return {{"clock", rules::clock},
          {"clock64", rules::clock},
          {"abs", rules::absolute},
          {"llabs", rules::absolute},
          {"min", rules::extremum, 0},
          {"max", rules::extremum, 1},
          {"umin", rules::extremum, 0},
          {"umax", rules::extremum, 1},
          {"__popc", rules::bits, 0},
          {"__popcll", rules::bits, 2},
          {"__clz", rules::bits, 1},
          {"__clzll", rules::bits, 3},
          {"__ffs", rules::first_set, 0},
          {"__ffsll", rules::first_set, 2},
          {"__ldg", rules::load},
          {"__ldcg", rules::load},
          {"__ldca", rules::load},
          {"__ldcs", rules::load},
          {"__ldlu", rules::load},
          {"__ldcv", rules::load},
          {"__stcg", rules::store},
          {"__stwb", rules::store},
          {"__stcs", rules::store},
          {"__stwt", rules::store},
          {"__fadd_rn", rules::arithmetic, 0},
          {"__fsub_rn", rules::arithmetic, 1},
          {"__fmul_rn", rules::arithmetic, 2},
          {"__fdiv_rn", rules::arithmetic, 3},
          {"__dadd_rn", rules::arithmetic, 8},
          {"__dsub_rn", rules::arithmetic, 9},
          {"__dmul_rn", rules::arithmetic, 10},
          {"__ddiv_rn", rules::arithmetic, 11},
          {"swap", rules::exchange},
          {"assert", rules::assertion},
          {"__trap", rules::trap}};
}

}  // namespace lockstep::sim::language::cuda
