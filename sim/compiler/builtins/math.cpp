// Compiles mathematical built-in functions. A component-wise function is one instruction for each component;
// geometric and relational functions are ordinary arithmetic.
#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include "sim/bytecode/builtin.hpp"
#include "sim/bytecode/fold.hpp"
#include "sim/compiler/expressions/builtins.hpp"
#include "sim/compiler/expressions/expressions.hpp"
#include "sim/compiler/expressions/places.hpp"

namespace lockstep::sim::language {
namespace {

constexpr unsigned kFma = number_of(Builtin::fma);

const Operand& component(const Value& value, std::size_t index) {
  return value.components[value.components.size() == 1 ? 0 : index];
}

Value builtin_components(FunctionCompiler& f, const Expr& expr, unsigned index,
                         const std::vector<Value>& arguments, const Type& type, Into into) {
  const BuiltinInfo& info = builtin_info(index);
  const bool is_truth = info.result == BuiltinResult::truth;
  const LaneType result_lane =
      is_truth || info.result == BuiltinResult::int32 ? LaneType::int32 : type.scalar()->lane_type();
  Value result{type.scalar()->lane_type(), {}};
  for (std::size_t i = 0; i < type.count; ++i) {
    const Into direct = is_truth && type.is_vector() ? Into{} : component_of(into, i);
    RangeScope range(f.code, expr.range);
    Operand outcome;
    if (info.takes_int) {
      outcome = f.emit.builtin_with_int(index, arguments[0].type, component(arguments[0], i),
                                        component(arguments[1], i), direct);
    } else {
      std::vector<Operand> operands;
      for (const Value& argument : arguments) operands.push_back(component(argument, i));
      outcome = f.emit.builtin(index, arguments[0].type, operands, direct);
    }
    if (is_truth)
      result.components.push_back(truth_component(f, type, outcome, component_of(into, i)));
    else
      result.components.push_back(f.emit.convert(result.type, result_lane, outcome));
  }
  return result;
}

Value bitselect_of_halves(FunctionCompiler& f, const Expr& expr, std::vector<Value> arguments, Into into) {
  for (Value& argument : arguments) {
    argument.type = LaneType::uint16;
    for (Operand& component : argument.components)
      component = f.emit.to_half(LaneType::float32, component, ConvertMode::rte);
  }
  Value result{LaneType::float32, {}};
  for (std::uint32_t i = 0; i < expr.type->count; ++i) {
    std::vector<Operand> operands;
    for (const Value& argument : arguments) operands.push_back(component(argument, i));
    result.components.push_back(
        f.emit.from_half(f.emit.builtin(expr.builtin, LaneType::uint16, operands), component_of(into, i)));
  }
  return result;
}

// Compiles a function of halves, which are floats in registers. For most functions, the result of the float
// function is rounded. Functions that depend on the bits or the neighbours of a half need other code.
Value builtin_of_halves(FunctionCompiler& f, const Expr& expr, std::vector<Value> arguments, Into into) {
  if (expr.builtin == number_of(Builtin::bitselect)) return bitselect_of_halves(f, expr, arguments, into);
  unsigned function = expr.builtin;
  if (function == number_of(Builtin::nextafter)) function = number_of(Builtin::next_half);
  if (function == number_of(Builtin::isnormal)) {
    // Scaling maps the smallest normal half to the smallest normal float.
    const Operand scale = Emitter::constant(LaneType::float32, std::bit_cast<std::uint32_t>(0x1p-112f));
    for (Operand& component : arguments[0].components)
      component = f.emit.binary(Opcode::mul, LaneType::float32, component, scale);
  }
  if (expr.type->scalar()->kind != TypeKind::half)
    return builtin_components(f, expr, function, arguments, *expr.type, into);
  return rounded(f, *expr.type, builtin_components(f, expr, function, arguments, *expr.type, {}), into);
}

// Limits the result of fract(), which must be less than one even after rounding to half.
void keep_below_one(FunctionCompiler& f, Value& fractions) {
  const Operand largest = Emitter::constant(LaneType::float32, std::bit_cast<std::uint32_t>(0x1.ffcp-1f));
  for (Operand& component : fractions.components)
    component = f.emit.builtin(number_of(Builtin::min), LaneType::float32, {component, largest});
}

// Compiles fract, modf, frexp, sincos, remquo and lgamma_r, whose last operand points to the second result.
Value two_results(FunctionCompiler& f, const Expr& expr) {
  std::vector<Value> arguments;
  for (std::size_t i = 0; i + 1 < expr.operands.size(); ++i)
    arguments.push_back(compile_value(f, *expr.operands[i]));
  const Expr& where = *expr.operands.back();
  const Type& stored = *where.type->element;
  Value unrounded = builtin_components(f, expr, expr.builtin, arguments, *expr.type, {});
  if (expr.builtin == number_of(Builtin::fract) && expr.type->scalar()->kind == TypeKind::half)
    keep_below_one(f, unrounded);
  const Value first = rounded(f, *expr.type, std::move(unrounded));
  const Value second =
      rounded(f, stored, builtin_components(f, expr, expr.second_builtin, arguments, stored, {}));
  write(f, memory_place(stored, pointer(f, where)), second);
  return first;
}

Value select_function(FunctionCompiler& f, const Expr& expr, Into into) {
  const Value no = compile_value(f, *expr.operands[0]);
  const Value yes = compile_value(f, *expr.operands[1]);
  const Value chosen = compile_value(f, *expr.operands[2]);
  const Type& chooser = *expr.operands[2]->type;
  Value result{no.type, {}};
  for (std::size_t i = 0; i < no.components.size(); ++i) {
    const Operand condition =
        chooser.is_vector() ? top_bit(f, chooser, chosen.components[i])
        : chooser.lane_type() == LaneType::int32 || chooser.lane_type() == LaneType::uint32
            ? chosen.components[i]
            : f.emit.not_zero(chosen.type, chosen.components[i]);
    result.components.push_back(
        f.emit.select(result.type, condition, yes.components[i], no.components[i], component_of(into, i)));
  }
  return result;
}

Value any_or_all(FunctionCompiler& f, const Expr& expr) {
  const Expr& argument = *expr.operands[0];
  const Value bits = compile_value(f, argument);
  const Opcode join = expr.special == Special::any ? Opcode::bit_or : Opcode::bit_and;
  Operand outcome = top_bit(f, *argument.type, bits.components[0]);
  for (std::size_t i = 1; i < bits.components.size(); ++i)
    outcome = f.emit.binary(join, LaneType::int32, outcome, top_bit(f, *argument.type, bits.components[i]));
  return {LaneType::int32, {outcome}};
}

Operand dot(FunctionCompiler& f, LaneType type, const Value& a, const Value& b) {
  Operand sum = f.emit.binary(Opcode::mul, type, a.components[0], b.components[0]);
  for (std::size_t i = 1; i < a.components.size(); ++i)
    sum = f.emit.binary(Opcode::add, type, sum,
                        f.emit.binary(Opcode::mul, type, a.components[i], b.components[i]));
  return sum;
}

// Computes the length of a vector. If the type can represent the length, no intermediate result overflows
// or underflows.
Operand length(FunctionCompiler& f, LaneType type, const std::vector<Operand>& components, Into into) {
  constexpr unsigned kLengthBeside = number_of(Builtin::length_beside);
  if (components.size() == 1) return f.emit.builtin(number_of(Builtin::fabs), type, components, into);
  Operand sum = components[0];
  for (std::size_t i = 1; i < components.size(); ++i)
    sum =
        f.emit.builtin(kLengthBeside, type, {sum, components[i]}, i + 1 == components.size() ? into : Into{});
  return sum;
}

Value normalised(FunctionCompiler& f, Value vector, Into into) {
  Operand largest = vector.components[0];
  for (std::size_t i = 1; i < vector.components.size(); ++i)
    largest = f.emit.builtin(number_of(Builtin::maxmag), vector.type, {largest, vector.components[i]});
  for (Operand& component : vector.components)
    component = f.emit.builtin(number_of(Builtin::scaled_beside), vector.type, {component, largest});
  const Operand size = length(f, vector.type, vector.components, {});
  for (std::uint32_t i = 0; i < vector.components.size(); ++i)
    vector.components[i] = f.emit.builtin(number_of(Builtin::divided_by_length), vector.type,
                                          {vector.components[i], size}, component_of(into, i));
  return vector;
}

Value geometric(FunctionCompiler& f, const Expr& expr, Into into) {
  Value a = compile_value(f, *expr.operands[0]);
  const LaneType lane = a.type;
  if (expr.special == Special::length) return {lane, {length(f, lane, a.components, into)}};
  if (expr.special == Special::normalize) return normalised(f, std::move(a), into);
  const Value b = compile_value(f, *expr.operands[1]);
  if (expr.special == Special::dot) return {lane, {dot(f, lane, a, b)}};
  if (expr.special == Special::distance) {
    for (std::size_t i = 0; i < a.components.size(); ++i)
      a.components[i] = f.emit.binary(Opcode::sub, lane, a.components[i], b.components[i]);
    return {lane, {length(f, lane, a.components, into)}};
  }
  Value result{lane, {}};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    const Operand plus = f.emit.binary(Opcode::mul, lane, a.components[j], b.components[k]);
    const Operand minus = f.emit.binary(Opcode::mul, lane, a.components[k], b.components[j]);
    result.components.push_back(f.emit.binary(Opcode::sub, lane, plus, minus));
  }
  if (a.components.size() == 4) result.components.push_back({true, {}, 0});
  return result;
}

// Compiles shuffle(): each component of the mask selects a component of the source. A constant component
// selects directly; any other component is compared with all positions.
Value shuffle(FunctionCompiler& f, const Expr& expr) {
  Value source = compile_value(f, *expr.operands[0]);
  if (expr.special == Special::shuffle2) {
    const Value second = compile_value(f, *expr.operands[1]);
    source.components.insert(source.components.end(), second.components.begin(), second.components.end());
  }
  const Value mask = compile_value(f, *expr.operands.back());
  const std::size_t last = source.components.size() - 1;
  Value result{source.type, {}};
  for (const Operand& wanted : mask.components) {
    if (wanted.is_constant) {
      result.components.push_back(source.components[wanted.bits & last]);
      continue;
    }
    const Operand index =
        f.emit.binary(Opcode::bit_and, mask.type, wanted, Emitter::constant(mask.type, last));
    Operand chosen = source.components[0];
    for (std::size_t i = 1; i <= last; ++i) {
      const Operand hit = f.emit.binary(Opcode::cmp_eq, mask.type, index, Emitter::constant(mask.type, i));
      chosen = f.emit.select(source.type, hit, source.components[i], chosen);
    }
    result.components.push_back(chosen);
  }
  return result;
}

}  // namespace

Operand multiply_add(FunctionCompiler& f, LaneType type, const Operand& a, const Operand& b, const Operand& c,
                     Into into) {
  return f.emit.builtin(kFma, type, {a, b, c}, into);
}

Value builtin(FunctionCompiler& f, const Expr& expr, Into into) {
  std::vector<Value> arguments;
  for (const Expr* operand : expr.operands) arguments.push_back(compile_value(f, *operand));
  if (expr.operands[0]->type->scalar()->kind == TypeKind::half)
    return builtin_of_halves(f, expr, arguments, into);
  return builtin_components(f, expr, expr.builtin, arguments, *expr.type, into);
}

Value special(FunctionCompiler& f, const Expr& expr, Into into) {
  switch (expr.special) {
    case Special::work_item: {
      const Operand dimension =
          expr.operands.empty() ? Emitter::constant(LaneType::uint32, 0) : scalar(f, *expr.operands[0]);
      const LaneType lane = expr.type->lane_type();
      const Operand id = f.emit.work_item(expr.query, dimension, lane == LaneType::uint64 ? into : Into{});
      return {lane, {f.emit.convert(lane, LaneType::uint64, id, into)}};
    }
    case Special::two_results:
      return two_results(f, expr);
    case Special::select:
      return select_function(f, expr, into);
    case Special::any:
    case Special::all:
      return any_or_all(f, expr);
    case Special::dot:
    case Special::cross:
    case Special::length:
    case Special::distance:
    case Special::normalize:
      return rounded(f, *expr.type,
                     geometric(f, expr, expr.type->scalar()->kind == TypeKind::half ? Into{} : into), into);
    case Special::shuffle:
    case Special::shuffle2:
      return shuffle(f, expr);
    default:
      return memory_function(f, expr, into);
  }
}

}  // namespace lockstep::sim::language
