// Functions of sub-groups and work-groups: one collective instruction for each component of the value, and
// around it what a work-item computes by itself. A ballot is a ulong here (a warp has up to 64 lanes), in the
// source a uint4.
#include "sim/bytecode/fold.hpp"
#include "sim/compiler/function.hpp"

namespace lockstep::sim::language {
namespace {

constexpr unsigned index_of_builtin(std::string_view name) {
  constexpr std::string_view kNames[] = {
#define F(function, arity, domain, result) #function,
#include "sim/bytecode/builtins.def"
#undef F
  };
  unsigned index = 0;
  while (kNames[index] != name) ++index;
  return index;
}

constexpr unsigned kCountOnes = index_of_builtin("popcount");
constexpr unsigned kTrailingZeros = index_of_builtin("ctz");
constexpr unsigned kLeadingZeros = index_of_builtin("clz");
constexpr auto kInt = LaneType::int32;
constexpr auto kUlong = LaneType::uint64;

Collective exchange_like(const Collective& like) {
  Collective collective = like;
  collective.kind = CollectiveKind::shuffle;
  return collective;
}

}  // namespace

Value FunctionCompiler::collective(const Expr& expr, Into into) {
  RangeScope range(code_, expr.range);
  const Collective& collective = expr.collective;
  switch (expr.collective_shape) {
    case CollectiveShape::elect:
      return {kInt, {emit_.binary(Opcode::cmp_eq, kUlong, first_position(), own_position(), into)}};
    case CollectiveShape::ballot:
      return ballot_in_vector(cast_ballot(emit_.not_zero(kInt, scalar(*expr.operands[0]))));
    case CollectiveShape::truth: {
      const Operand truth = emit_.not_zero(kInt, scalar(*expr.operands[0]));
      const Operand result = emit_.collective(collective, kInt, truth);
      // The identity of `and` has all bits set.
      return {
          kInt,
          {collective.kind == CollectiveKind::scan_exclusive ? emit_.not_zero(kInt, result, into) : result}};
    }
    case CollectiveShape::all_equal:
      return all_equal(expr, into);
    default:
      return collective_of_components(expr, into);
  }
}

Value FunctionCompiler::collective_of_components(const Expr& expr, Into into) {
  const Value brought = value(*expr.operands[0]);
  const std::optional<Operand> argument = collective_argument(expr);
  Value result{brought.type, {}};
  for (std::uint32_t i = 0; i < brought.components.size(); ++i) {
    const Into target = into ? Into{{into->function, into->index + i}} : Into{};
    result.components.push_back(
        emit_.collective(expr.collective, brought.type, brought.components[i], argument, target));
  }
  return result;
}

// The R[b] of the instruction: a position, distance or mask as a long.
std::optional<Operand> FunctionCompiler::collective_argument(const Expr& expr) {
  if (!exchanges(expr.collective.kind)) return std::nullopt;
  if (expr.collective_shape == CollectiveShape::first) return first_position();
  const Expr& first = *expr.operands[1];
  Operand argument = emit_.convert(LaneType::int64, first.type->lane_type(), scalar(first));
  if (expr.operands.size() == 2) return argument;
  // work_group_broadcast names a local id by its dimensions.
  Operand stride = local_size(0);
  for (unsigned dimension = 1; dimension + 1 < expr.operands.size(); ++dimension) {
    const Operand id = scalar(*expr.operands[dimension + 1]);
    argument = emit_.binary(Opcode::add, kUlong, argument, emit_.binary(Opcode::mul, kUlong, id, stride));
    if (dimension == 1) stride = emit_.binary(Opcode::mul, kUlong, stride, local_size(1));
  }
  return argument;
}

Operand FunctionCompiler::local_size(unsigned dimension) {
  return emit_.work_item(WorkItemQuery::local_size, Emitter::constant(LaneType::uint32, dimension));
}

Operand FunctionCompiler::own_position() {
  return emit_.work_item(WorkItemQuery::sub_group_local_id, Emitter::constant(LaneType::uint32, 0));
}

// Of those who come, the lowest.
Operand FunctionCompiler::first_position() {
  return emit_.builtin(kTrailingZeros, kUlong, {cast_ballot(Emitter::constant(kInt, 1))});
}

Operand FunctionCompiler::cast_ballot(const Operand& truth) {
  return emit_.collective({.kind = CollectiveKind::ballot, .must_be_uniform = false}, kInt, truth);
}

Value FunctionCompiler::all_equal(const Expr& expr, Into into) {
  const Value brought = value(*expr.operands[0]);
  const Operand first =
      emit_.collective(exchange_like(expr.collective), brought.type, brought.components[0], first_position());
  const Operand same = emit_.binary(Opcode::cmp_eq, brought.type, brought.components[0], first);
  return {kInt, {emit_.collective(expr.collective, kInt, same, {}, into)}};
}

Value FunctionCompiler::ballot_in_vector(const Operand& bits) {
  const Operand high = emit_.binary(Opcode::shr, kUlong, bits, Emitter::constant(kUlong, 32));
  const Operand zero = Emitter::constant(LaneType::uint32, 0);
  return {LaneType::uint32,
          {emit_.convert(LaneType::uint32, kUlong, bits), emit_.convert(LaneType::uint32, kUlong, high), zero,
           zero}};
}

Operand FunctionCompiler::ballot_from_vector(const Expr& expr) {
  const Value parts = value(expr);
  const Operand low = emit_.convert(kUlong, LaneType::uint32, parts.components[0]);
  const Operand high = emit_.convert(kUlong, LaneType::uint32, parts.components[1]);
  return emit_.binary(Opcode::bit_or, kUlong, low,
                      emit_.binary(Opcode::shl, kUlong, high, Emitter::constant(kUlong, 32)));
}

// The bits of lower positions: (1 << position) - 1.
Operand FunctionCompiler::bits_below(const Operand& position) {
  const Operand bit = emit_.binary(Opcode::shl, kUlong, Emitter::constant(kUlong, 1), position);
  return emit_.binary(Opcode::sub, kUlong, bit, Emitter::constant(kUlong, 1));
}

// Those bits that positions of the sub-group have.
Operand FunctionCompiler::existing_bits(const Operand& bits) {
  const Operand size = emit_.work_item(WorkItemQuery::sub_group_size, Emitter::constant(LaneType::uint32, 0));
  // A shift by 64 would be one by 0.
  const Operand unused = emit_.binary(Opcode::sub, kUlong, Emitter::constant(kUlong, 64), size);
  const Operand all = emit_.binary(Opcode::shr, kUlong, Emitter::constant(kUlong, ~std::uint64_t{0}), unused);
  return emit_.binary(Opcode::bit_and, kUlong, bits, all);
}

Value FunctionCompiler::position_mask(BallotFunction function) {
  const Operand position = own_position();
  const Operand below = bits_below(position);
  const Operand own = emit_.binary(Opcode::shl, kUlong, Emitter::constant(kUlong, 1), position);
  const Operand up_to = emit_.binary(Opcode::bit_or, kUlong, below, own);
  switch (function) {
    case BallotFunction::eq_mask:
      return ballot_in_vector(own);
    case BallotFunction::ge_mask:
      return ballot_in_vector(existing_bits(emit_.unary(Opcode::bit_not, kUlong, below)));
    case BallotFunction::gt_mask:
      return ballot_in_vector(existing_bits(emit_.unary(Opcode::bit_not, kUlong, up_to)));
    case BallotFunction::le_mask:
      return ballot_in_vector(up_to);
    default:
      return ballot_in_vector(below);
  }
}

Value FunctionCompiler::ballot_function(const Expr& expr) {
  const BallotFunction function = expr.ballot_function;
  if (expr.operands.empty()) return position_mask(function);
  const Operand bits = ballot_from_vector(*expr.operands[0]);
  const auto uint = [&](const Operand& result) -> Value {
    return {LaneType::uint32, {emit_.convert(LaneType::uint32, kUlong, result)}};
  };
  const auto count = [&](const Operand& mask) {
    return uint(emit_.builtin(kCountOnes, kUlong, {emit_.binary(Opcode::bit_and, kUlong, bits, mask)}));
  };
  switch (function) {
    case BallotFunction::inverse:
      return ballot_bit(bits, own_position());
    case BallotFunction::bit_extract:
      return ballot_bit(bits, emit_.convert(kUlong, LaneType::uint32, scalar(*expr.operands[1])));
    case BallotFunction::inclusive_scan: {
      const Operand position = own_position();
      const Operand own = emit_.binary(Opcode::shl, kUlong, Emitter::constant(kUlong, 1), position);
      return count(emit_.binary(Opcode::bit_or, kUlong, bits_below(position), own));
    }
    case BallotFunction::exclusive_scan:
      return count(bits_below(own_position()));
    case BallotFunction::find_lsb:
      return uint(emit_.builtin(kTrailingZeros, kUlong, {existing_bits(bits)}));
    case BallotFunction::find_msb: {
      const Operand zeros = emit_.builtin(kLeadingZeros, kUlong, {existing_bits(bits)});
      return uint(emit_.binary(Opcode::sub, kUlong, Emitter::constant(kUlong, 63), zeros));
    }
    default:
      return uint(emit_.builtin(kCountOnes, kUlong, {existing_bits(bits)}));
  }
}

Value FunctionCompiler::ballot_bit(const Operand& bits, const Operand& position) {
  const Operand shifted = emit_.binary(Opcode::shr, kUlong, bits, position);
  const Operand bit = emit_.binary(Opcode::bit_and, kUlong, shifted, Emitter::constant(kUlong, 1));
  return {kInt, {emit_.convert(kInt, kUlong, bit)}};
}

}  // namespace lockstep::sim::language
