// Built-in functions that compute: the component-wise ones are one instruction for each component, the
// geometric and relational ones are made of ordinary arithmetic.
#include <algorithm>
#include <array>
#include <string_view>

#include "sim/bytecode/fold.hpp"
#include "sim/compiler/function.hpp"

namespace lockstep::sim::language {
namespace {

enum class ResultKind : std::uint8_t { same, int_, unsigned_same };
constexpr ResultKind kind_of(std::string_view name) {
  return name == "int" ? ResultKind::int_ : name == "same" ? ResultKind::same : ResultKind::unsigned_same;
}

struct BuiltinInfo {
  std::string_view name;
  ResultKind result;
};

constexpr BuiltinInfo kBuiltins[] = {
#define F(name, arity, domain, result) {#name, kind_of(#result)},
#include "sim/bytecode/builtins.def"
#undef F
};

constexpr unsigned index_of(std::string_view name) {
  unsigned index = 0;
  while (kBuiltins[index].name != name) ++index;
  return index;
}

constexpr unsigned kFma = index_of("fma");
constexpr unsigned kSqrt = index_of("sqrt");
constexpr unsigned kFabs = index_of("fabs");
constexpr unsigned kFirstRelational = index_of("isfinite");
constexpr unsigned kLastRelational = index_of("islessgreater");

bool takes_int(unsigned index) {
  constexpr std::array kWithInt = {index_of("ldexp"), index_of("pown"), index_of("rootn")};
  return std::ranges::find(kWithInt, index) != kWithInt.end();
}

const Operand& component(const Value& value, std::size_t index) {
  return value.components[value.components.size() == 1 ? 0 : index];
}

Into at(Into into, std::size_t index) {
  if (!into) return {};
  return FrameRegister{into->function, into->index + static_cast<std::uint32_t>(index)};
}

}  // namespace

Value FunctionCompiler::builtin_components(const Expr& expr, unsigned index,
                                           const std::vector<Value>& arguments, const Type& type, Into into) {
  const bool is_truth = index >= kFirstRelational && index <= kLastRelational;
  const LaneType result_lane =
      kBuiltins[index].result == ResultKind::int_ ? LaneType::int32 : type.scalar()->lane_type();
  Value result{type.scalar()->lane_type(), {}};
  for (std::size_t i = 0; i < type.count; ++i) {
    const Into direct = is_truth && type.is_vector() ? Into{} : at(into, i);
    RangeScope range(code_, expr.range);
    Operand outcome;
    if (takes_int(index)) {
      outcome = emit_.builtin_with_int(index, arguments[0].type, component(arguments[0], i),
                                       component(arguments[1], i), direct);
    } else {
      std::vector<Operand> operands;
      for (const Value& argument : arguments) operands.push_back(component(argument, i));
      outcome = emit_.builtin(index, arguments[0].type, operands, direct);
    }
    if (is_truth)
      result.components.push_back(truth_component(type, outcome, at(into, i)));
    else
      result.components.push_back(emit_.convert(result.type, result_lane, outcome));
  }
  return result;
}

Operand FunctionCompiler::multiply_add(LaneType type, const Operand& a, const Operand& b, const Operand& c,
                                       Into into) {
  return emit_.builtin(kFma, type, {a, b, c}, into);
}

Value FunctionCompiler::builtin(const Expr& expr, Into into) {
  std::vector<Value> arguments;
  for (const Expr* operand : expr.operands) arguments.push_back(value(*operand));
  if (expr.type->scalar()->kind != TypeKind::half)
    return builtin_components(expr, expr.builtin, arguments, *expr.type, into);
  return rounded(*expr.type, builtin_components(expr, expr.builtin, arguments, *expr.type, {}), into);
}

Value FunctionCompiler::special(const Expr& expr, Into into) {
  switch (expr.special) {
    case Special::work_item: {
      const Operand dimension =
          expr.operands.empty() ? Emitter::constant(LaneType::uint32, 0) : scalar(*expr.operands[0]);
      const LaneType lane = expr.type->lane_type();
      const Operand id = emit_.work_item(expr.query, dimension, lane == LaneType::uint64 ? into : Into{});
      return {lane, {emit_.convert(lane, LaneType::uint64, id, into)}};
    }
    case Special::two_results:
      return two_results(expr);
    case Special::select:
      return select_function(expr, into);
    case Special::any:
    case Special::all:
      return any_or_all(expr);
    case Special::dot:
    case Special::cross:
    case Special::length:
    case Special::distance:
    case Special::normalize:
      return rounded(*expr.type, geometric(expr, expr.type->scalar()->kind == TypeKind::half ? Into{} : into),
                     into);
    case Special::shuffle:
    case Special::shuffle2:
      return shuffle(expr);
    default:
      return memory_function(expr, into);
  }
}

// fract, modf, frexp, sincos, remquo, lgamma_r: the last operand says where the second result goes.
Value FunctionCompiler::two_results(const Expr& expr) {
  std::vector<Value> arguments;
  for (std::size_t i = 0; i + 1 < expr.operands.size(); ++i) arguments.push_back(value(*expr.operands[i]));
  const Expr& where = *expr.operands.back();
  const Type& stored = *where.type->element;
  const Value first = rounded(*expr.type, builtin_components(expr, expr.builtin, arguments, *expr.type, {}));
  const Value second = rounded(stored, builtin_components(expr, expr.second_builtin, arguments, stored, {}));
  write(memory_place(stored, pointer(where)), second);
  return first;
}

Value FunctionCompiler::select_function(const Expr& expr, Into into) {
  const Value no = value(*expr.operands[0]);
  const Value yes = value(*expr.operands[1]);
  const Value chosen = value(*expr.operands[2]);
  const Type& chooser = *expr.operands[2]->type;
  Value result{no.type, {}};
  for (std::size_t i = 0; i < no.components.size(); ++i) {
    const Operand condition =
        chooser.is_vector() ? top_bit(chooser, chosen.components[i])
        : chooser.lane_type() == LaneType::int32 || chooser.lane_type() == LaneType::uint32
            ? chosen.components[i]
            : emit_.not_zero(chosen.type, chosen.components[i]);
    result.components.push_back(
        emit_.select(result.type, condition, yes.components[i], no.components[i], at(into, i)));
  }
  return result;
}

Value FunctionCompiler::any_or_all(const Expr& expr) {
  const Expr& argument = *expr.operands[0];
  const Value bits = value(argument);
  const Opcode join = expr.special == Special::any ? Opcode::bit_or : Opcode::bit_and;
  Operand outcome = top_bit(*argument.type, bits.components[0]);
  for (std::size_t i = 1; i < bits.components.size(); ++i)
    outcome = emit_.binary(join, LaneType::int32, outcome, top_bit(*argument.type, bits.components[i]));
  return {LaneType::int32, {outcome}};
}

Operand FunctionCompiler::dot(LaneType type, const Value& a, const Value& b) {
  Operand sum = emit_.binary(Opcode::mul, type, a.components[0], b.components[0]);
  for (std::size_t i = 1; i < a.components.size(); ++i)
    sum = emit_.binary(Opcode::add, type, sum,
                       emit_.binary(Opcode::mul, type, a.components[i], b.components[i]));
  return sum;
}

Value FunctionCompiler::geometric(const Expr& expr, Into into) {
  Value a = value(*expr.operands[0]);
  const LaneType lane = a.type;
  const auto norm = [&](const Value& v, Into target) {
    return v.components.size() == 1 ? emit_.builtin(kFabs, lane, v.components, target)
                                    : emit_.builtin(kSqrt, lane, {dot(lane, v, v)}, target);
  };
  if (expr.special == Special::length) return {lane, {norm(a, into)}};
  if (expr.special == Special::normalize) {
    const Operand size = norm(a, {});
    for (std::size_t i = 0; i < a.components.size(); ++i)
      a.components[i] = emit_.binary(Opcode::div, lane, a.components[i], size, at(into, i));
    return a;
  }
  const Value b = value(*expr.operands[1]);
  if (expr.special == Special::dot) return {lane, {dot(lane, a, b)}};
  if (expr.special == Special::distance) {
    for (std::size_t i = 0; i < a.components.size(); ++i)
      a.components[i] = emit_.binary(Opcode::sub, lane, a.components[i], b.components[i]);
    return {lane, {norm(a, into)}};
  }
  Value result{lane, {}};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    const Operand plus = emit_.binary(Opcode::mul, lane, a.components[j], b.components[k]);
    const Operand minus = emit_.binary(Opcode::mul, lane, a.components[k], b.components[j]);
    result.components.push_back(emit_.binary(Opcode::sub, lane, plus, minus));
  }
  if (a.components.size() == 4) result.components.push_back({true, {}, 0});
  return result;
}

// Each component of the mask names one of the source's: a constant picks it, any other compares with all.
Value FunctionCompiler::shuffle(const Expr& expr) {
  Value source = value(*expr.operands[0]);
  if (expr.special == Special::shuffle2) {
    const Value second = value(*expr.operands[1]);
    source.components.insert(source.components.end(), second.components.begin(), second.components.end());
  }
  const Value mask = value(*expr.operands.back());
  const std::size_t last = source.components.size() - 1;
  Value result{source.type, {}};
  for (const Operand& wanted : mask.components) {
    if (wanted.is_constant) {
      result.components.push_back(source.components[wanted.bits & last]);
      continue;
    }
    const Operand index =
        emit_.binary(Opcode::bit_and, mask.type, wanted, Emitter::constant(mask.type, last));
    Operand chosen = source.components[0];
    for (std::size_t i = 1; i <= last; ++i) {
      const Operand hit = emit_.binary(Opcode::cmp_eq, mask.type, index, Emitter::constant(mask.type, i));
      chosen = emit_.select(source.type, hit, source.components[i], chosen);
    }
    result.components.push_back(chosen);
  }
  return result;
}

}  // namespace lockstep::sim::language
