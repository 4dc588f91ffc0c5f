// Compiles the functions of sub-groups and work-groups: one collective instruction for each component of the
// value, with ordinary arithmetic before and after the instruction. A ballot is a ulong in the bytecode,
// because a warp has up to 64 lanes, and a uint4 in the source.
#include "sim/bytecode/builtin.hpp"
#include "sim/bytecode/fold.hpp"
#include "sim/compiler/expressions/builtins.hpp"
#include "sim/compiler/expressions/expressions.hpp"

namespace lockstep::sim::language {
namespace {

constexpr unsigned kCountOnes = number_of(Builtin::popcount);
constexpr unsigned kTrailingZeros = number_of(Builtin::ctz);
constexpr unsigned kLeadingZeros = number_of(Builtin::clz);
constexpr auto kInt = LaneType::int32;
constexpr auto kUlong = LaneType::uint64;

Collective exchange_like(const Collective& like) {
  Collective collective = like;
  collective.kind = CollectiveKind::shuffle;
  return collective;
}

// Returns the mask of participating positions, which is the last operand.
std::optional<Operand> mask_of(FunctionCompiler& f, const Expr& expr) {
  if (!expr.collective.has_mask) return std::nullopt;
  const Expr& mask = *expr.operands.back();
  return f.emit.convert(kUlong, mask.type->lane_type(), scalar(f, mask));
}

Operand cast_ballot(FunctionCompiler& f, const Operand& truth, const std::optional<Operand>& mask = {}) {
  const Collective collective{
      .kind = CollectiveKind::ballot, .must_be_uniform = false, .has_mask = mask.has_value()};
  return f.emit.collective(collective, kInt, truth, {}, {}, mask);
}

// Returns the lowest position among the work-items that have arrived.
Operand first_position(FunctionCompiler& f) {
  return f.emit.builtin(kTrailingZeros, kUlong, {cast_ballot(f, Emitter::constant(kInt, 1))});
}

Operand local_size(FunctionCompiler& f, unsigned dimension) {
  return f.emit.work_item(WorkItemQuery::local_size, Emitter::constant(LaneType::uint32, dimension));
}

// Returns operand R[b] of the instruction: a position, distance or mask as a long.
std::optional<Operand> collective_argument(FunctionCompiler& f, const Expr& expr) {
  if (!exchanges(expr.collective.kind)) return std::nullopt;
  if (expr.collective_shape == CollectiveShape::first) return first_position(f);
  const Expr& first = *expr.operands[1];
  Operand argument = f.emit.convert(LaneType::int64, first.type->lane_type(), scalar(f, first));
  const std::size_t arguments = expr.operands.size() - (expr.collective.has_mask ? 1 : 0);
  if (arguments == 2) return argument;
  // work_group_broadcast takes one argument for each dimension of the local id.
  Operand stride = local_size(f, 0);
  for (unsigned dimension = 1; dimension + 1 < arguments; ++dimension) {
    const Operand id = scalar(f, *expr.operands[dimension + 1]);
    argument = f.emit.binary(Opcode::add, kUlong, argument, f.emit.binary(Opcode::mul, kUlong, id, stride));
    if (dimension == 1) stride = f.emit.binary(Opcode::mul, kUlong, stride, local_size(f, 1));
  }
  return argument;
}

Value collective_of_components(FunctionCompiler& f, const Expr& expr, Into into) {
  const Value brought = compile_value(f, *expr.operands[0]);
  const std::optional<Operand> argument = collective_argument(f, expr);
  const std::optional<Operand> mask = mask_of(f, expr);
  Value result{brought.type, {}};
  for (std::uint32_t i = 0; i < brought.components.size(); ++i) {
    const Into target = component_of(into, i);
    result.components.push_back(
        f.emit.collective(expr.collective, brought.type, brought.components[i], argument, target, mask));
  }
  return result;
}

Operand own_position(FunctionCompiler& f) {
  return f.emit.work_item(WorkItemQuery::sub_group_local_id, Emitter::constant(LaneType::uint32, 0));
}

Value all_equal(FunctionCompiler& f, const Expr& expr, Into into) {
  const Value brought = compile_value(f, *expr.operands[0]);
  const std::optional<Operand> mask = mask_of(f, expr);
  const Operand first = f.emit.collective(exchange_like(expr.collective), brought.type, brought.components[0],
                                          first_position(f), {}, mask);
  const Operand same = f.emit.binary(Opcode::cmp_eq, brought.type, brought.components[0], first);
  return {kInt, {f.emit.collective(expr.collective, kInt, same, {}, into, mask)}};
}

Value ballot_in_vector(FunctionCompiler& f, const Operand& bits) {
  const Operand high = f.emit.binary(Opcode::shr, kUlong, bits, Emitter::constant(kUlong, 32));
  const Operand zero = Emitter::constant(LaneType::uint32, 0);
  return {LaneType::uint32,
          {f.emit.convert(LaneType::uint32, kUlong, bits), f.emit.convert(LaneType::uint32, kUlong, high),
           zero, zero}};
}

Operand ballot_from_vector(FunctionCompiler& f, const Expr& expr) {
  const Value parts = compile_value(f, expr);
  const Operand low = f.emit.convert(kUlong, LaneType::uint32, parts.components[0]);
  const Operand high = f.emit.convert(kUlong, LaneType::uint32, parts.components[1]);
  return f.emit.binary(Opcode::bit_or, kUlong, low,
                       f.emit.binary(Opcode::shl, kUlong, high, Emitter::constant(kUlong, 32)));
}

// Returns a mask of all positions below `position`: (1 << position) - 1.
Operand bits_below(FunctionCompiler& f, const Operand& position) {
  const Operand bit = f.emit.binary(Opcode::shl, kUlong, Emitter::constant(kUlong, 1), position);
  return f.emit.binary(Opcode::sub, kUlong, bit, Emitter::constant(kUlong, 1));
}

// Keeps the bits of the positions that exist in a full sub-group. The current sub-group may have
// fewer work-items.
Operand existing_bits(FunctionCompiler& f, const Operand& bits) {
  const Operand size =
      f.emit.work_item(WorkItemQuery::max_sub_group_size, Emitter::constant(LaneType::uint32, 0));
  // The mask is shifted to the right, because a shift to the left by 64 bits would be a shift by 0 bits.
  const Operand unused = f.emit.binary(Opcode::sub, kUlong, Emitter::constant(kUlong, 64), size);
  const Operand all =
      f.emit.binary(Opcode::shr, kUlong, Emitter::constant(kUlong, ~std::uint64_t{0}), unused);
  return f.emit.binary(Opcode::bit_and, kUlong, bits, all);
}

Value position_mask(FunctionCompiler& f, BallotFunction function) {
  const Operand position = own_position(f);
  const Operand below = bits_below(f, position);
  const Operand own = f.emit.binary(Opcode::shl, kUlong, Emitter::constant(kUlong, 1), position);
  const Operand up_to = f.emit.binary(Opcode::bit_or, kUlong, below, own);
  switch (function) {
    case BallotFunction::eq_mask:
      return ballot_in_vector(f, own);
    case BallotFunction::ge_mask:
      return ballot_in_vector(f, existing_bits(f, f.emit.unary(Opcode::bit_not, kUlong, below)));
    case BallotFunction::gt_mask:
      return ballot_in_vector(f, existing_bits(f, f.emit.unary(Opcode::bit_not, kUlong, up_to)));
    case BallotFunction::le_mask:
      return ballot_in_vector(f, up_to);
    default:
      return ballot_in_vector(f, below);
  }
}

Value ballot_bit(FunctionCompiler& f, const Operand& bits, const Operand& position) {
  const Operand shifted = f.emit.binary(Opcode::shr, kUlong, bits, position);
  const Operand bit = f.emit.binary(Opcode::bit_and, kUlong, shifted, Emitter::constant(kUlong, 1));
  return {kInt, {f.emit.convert(kInt, kUlong, bit)}};
}

}  // namespace

Value collective(FunctionCompiler& f, const Expr& expr, Into into) {
  RangeScope range(f.code, expr.range);
  const Collective& collective = expr.collective;
  switch (expr.collective_shape) {
    case CollectiveShape::elect:
      return {kInt, {f.emit.binary(Opcode::cmp_eq, kUlong, first_position(f), own_position(f), into)}};
    case CollectiveShape::ballot:
      return ballot_in_vector(
          f, cast_ballot(f, f.emit.not_zero(kInt, scalar(f, *expr.operands[0])), mask_of(f, expr)));
    case CollectiveShape::match: {
      const Value brought = compile_value(f, *expr.operands[0]);
      const Operand bits =
          f.emit.collective(collective, brought.type, brought.components[0], {}, {}, mask_of(f, expr));
      return {LaneType::uint32, {f.emit.convert(LaneType::uint32, kUlong, bits, into)}};
    }
    case CollectiveShape::truth: {
      const Operand truth = f.emit.not_zero(kInt, scalar(f, *expr.operands[0]));
      const Operand result = f.emit.collective(collective, kInt, truth, {}, {}, mask_of(f, expr));
      // The neutral element of `and` is a number whose bits are all set.
      return {
          kInt,
          {collective.kind == CollectiveKind::scan_exclusive ? f.emit.not_zero(kInt, result, into) : result}};
    }
    case CollectiveShape::all_equal:
      return all_equal(f, expr, into);
    default:
      return collective_of_components(f, expr, into);
  }
}

Value ballot_function(FunctionCompiler& f, const Expr& expr) {
  const BallotFunction function = expr.ballot_function;
  if (expr.operands.empty()) return position_mask(f, function);
  const Operand bits = ballot_from_vector(f, *expr.operands[0]);
  const auto uint = [&](const Operand& result) -> Value {
    return {LaneType::uint32, {f.emit.convert(LaneType::uint32, kUlong, result)}};
  };
  const auto count = [&](const Operand& mask) {
    return uint(f.emit.builtin(kCountOnes, kUlong, {f.emit.binary(Opcode::bit_and, kUlong, bits, mask)}));
  };
  switch (function) {
    case BallotFunction::inverse:
      return ballot_bit(f, bits, own_position(f));
    case BallotFunction::bit_extract:
      return ballot_bit(f, bits, f.emit.convert(kUlong, LaneType::uint32, scalar(f, *expr.operands[1])));
    case BallotFunction::inclusive_scan: {
      const Operand position = own_position(f);
      const Operand own = f.emit.binary(Opcode::shl, kUlong, Emitter::constant(kUlong, 1), position);
      return count(f.emit.binary(Opcode::bit_or, kUlong, bits_below(f, position), own));
    }
    case BallotFunction::exclusive_scan:
      return count(bits_below(f, own_position(f)));
    case BallotFunction::find_lsb:
      return uint(f.emit.builtin(kTrailingZeros, kUlong, {existing_bits(f, bits)}));
    case BallotFunction::find_msb: {
      const Operand zeros = f.emit.builtin(kLeadingZeros, kUlong, {existing_bits(f, bits)});
      return uint(f.emit.binary(Opcode::sub, kUlong, Emitter::constant(kUlong, 63), zeros));
    }
    default:
      return uint(f.emit.builtin(kCountOnes, kUlong, {existing_bits(f, bits)}));
  }
}

}  // namespace lockstep::sim::language
