// Determines how the results of instructions depend on the number of the followed work-group, given the
// dependences of the operands.
#include <algorithm>
#include <bit>
#include <optional>

#include "sim/bytecode/builtin.hpp"
#include "sim/equal_groups/group_follower.hpp"

namespace lockstep::sim {
namespace {

// Returns whether the result depends on its operands in the same way for all operand values.
bool is_same_for_all_values(const Instruction& i) { return opcode_info(i.op).has(opcodes::alike); }

bool is_comparison(Opcode op) { return op >= Opcode::cmp_eq && op <= Opcode::cmp_ge; }

}  // namespace

void GroupFollower::follow_value(const Running& x) {
  const Instruction& i = x.instruction;
  if (i.op == Opcode::constant || i.op == Opcode::private_address) return write_all(x, i.dst, {});
  bool none = true, is_common = true;
  for (const RegisterRun& run : registers_read(i)) {
    for (unsigned k = 0; k < run.count; ++k) {
      const RegisterDependence& r = x.warp.registers[run.first + k];
      if (r.lanes.empty() && r.common.is_data && i.op != Opcode::select) return write_all(x, i.dst, kData);
      is_common = is_common && r.lanes.empty();
      none = none && is_common && r.common.is_none();
    }
  }
  if (none) return write_all(x, i.dst, {});
  if (!is_common || !is_same_for_all_values(i))
    return write(x, i.dst, [&](unsigned lane) { return result_of(x, lane); });
  keep_for_all_lanes(x);
  write_all(x, i.dst, result_of(x, static_cast<unsigned>(std::countr_zero(x.moment.lanes))));
}

// Adds the conditions of an instruction whose operands have the same dependence in all lanes. The conditions
// for the extreme values are sufficient.
void GroupFollower::keep_for_all_lanes(const Running& x) {
  const Instruction& i = x.instruction;
  if (is_floating(i.type)) return;
  if (i.op == Opcode::convert && !is_floating(i.type2) && size_bytes(i.type) > size_bytes(i.type2))
    keep_all_in_range(x, i.a, i.type2);
  if (i.op == Opcode::element && size_bytes(i.type) < 8) keep_all_in_range(x, i.b, i.type);
  if (!is_comparison(i.op)) return;
  const Dependence da = operand(x, i.a, i.type, 0), db = operand(x, i.b, i.type, 0);
  if (!da.has_steps() && !db.has_steps()) return;
  keep_all_in_range(x, i.a, i.type);
  keep_all_in_range(x, i.b, i.type);
  // The distances of the lanes closest to a different outcome: the smallest b - a with a < b, and the
  // smallest a - b with a > b.
  std::optional<Wide> above, below;
  bool is_equal = false;
  for_each_lane(x.moment.lanes, [&](unsigned lane) {
    const Wide distance = value(x, i.b, i.type, lane) - value(x, i.a, i.type, lane);
    if (distance > 0) above = std::min(above.value_or(distance), distance);
    if (distance < 0) below = std::min(below.value_or(-distance), -distance);
    is_equal = is_equal || distance == 0;
  });
  const bool less = i.op == Opcode::cmp_lt || i.op == Opcode::cmp_ge;     // equal values count as greater
  const bool greater = i.op == Opcode::cmp_gt || i.op == Opcode::cmp_le;  // equal values count as less
  if (above) keep_ordered(greater ? 0 : 1, da, *above, db);
  if (below) keep_ordered(less ? 0 : 1, db, *below, da);
  if (is_equal && !greater) keep_ordered(0, db, 0, da);
  if (is_equal && !less) keep_ordered(0, da, 0, db);
}

void GroupFollower::keep_all_in_range(const Running& x, Register reg, LaneType type) {
  const Dependence dependence = operand(x, reg, type, 0);
  if (!dependence.has_steps()) return;
  const auto first = static_cast<unsigned>(std::countr_zero(x.moment.lanes));
  Wide least = value(x, reg, type, first), most = least;
  for_each_lane(x.moment.lanes, [&](unsigned lane) {
    const Wide one = value(x, reg, type, lane);
    least = std::min(least, one);
    most = std::max(most, one);
  });
  keep_in_range(least, dependence, type);
  keep_in_range(most, dependence, type);
}

Dependence GroupFollower::result_of(const Running& x, unsigned lane) {
  const Instruction& i = x.instruction;
  const auto operand_a = [&] { return operand(x, i.a, i.type, lane); };
  const auto operand_b = [&] { return operand(x, i.b, i.type, lane); };
  const std::size_t bytes = size_bytes(i.type);
  constexpr std::uint64_t kMinusOne = ~std::uint64_t{0};
  if (i.op == Opcode::mov) return of_width(operand_a(), bytes);
  if (i.op == Opcode::select) return of_width(selected(x, lane), bytes);
  if (i.op == Opcode::convert) return of_width(converted(x, lane), bytes);
  if (i.op == Opcode::element) {
    const Dependence index = bytes == 8 ? operand_b() : number(x, i.b, i.type, lane);
    return of_width(
        sum(operand(x, i.a, LaneType::uint64, lane), scaled(index, static_cast<std::uint64_t>(i.imm))), 8);
  }
  if (is_floating(i.type)) return joined_operands(x, lane);
  switch (opcode_info(i.op).follows) {
    case Following::added:
      return of_width(sum(operand_a(), operand_b()), bytes);
    case Following::subtracted:
      return of_width(sum(operand_a(), scaled(operand_b(), kMinusOne)), bytes);
    case Following::negated:
      return of_width(scaled(operand_a(), kMinusOne), bytes);
    case Following::multiplied:
      return of_width(multiplied(x, lane), bytes);
    case Following::divided:
      return of_width(divided(x, lane), bytes);
    case Following::masked:
      return of_width(masked(x, lane), bytes);
    case Following::compared:
      return of_width(compared(x, lane), 4);
    case Following::unknown:
      break;
  }
  if (i.op == Opcode::builtin &&
      (i.imm == static_cast<std::int64_t>(Builtin::min) || i.imm == static_cast<std::int64_t>(Builtin::max)))
    return of_width(smaller_or_larger(x, lane), bytes);
  return joined_operands(x, lane);
}

Dependence GroupFollower::joined_operands(const Running& x, unsigned lane) {
  const Instruction& i = x.instruction;
  Dependence all;
  for (const RegisterRun& run : registers_read(i))
    for (unsigned k = 0; k < run.count; ++k) all = joined(all, x.warp.registers[run.first + k].at(lane));
  return of_width(all, size_bytes(i.type));
}

void GroupFollower::keep_in_range(Wide value, const Dependence& dependence, LaneType type) {
  if (!dependence.has_steps()) return;
  const auto width = static_cast<unsigned>(8 * size_bytes(type) - (is_signed(type) ? 1 : 0));
  const Wide above = Wide{1} << width;
  const Wide least = is_signed(type) ? -above : Wide{0};
  keep_ordered(value, dependence, above - 1, {});
  keep_ordered(least, {}, value, dependence);
}

Dependence GroupFollower::number(const Running& x, Register reg, LaneType type, unsigned lane) {
  const Dependence dependence = operand(x, reg, type, lane);
  if (dependence.has_steps()) keep_in_range(value(x, reg, type, lane), dependence, type);
  return dependence;
}

void GroupFollower::keep_ordered(Wide low, const Dependence& of_low, Wide high, const Dependence& of_high) {
  std::array<Wide, kDimensions> step;
  for (std::size_t d = 0; d < kDimensions; ++d) step[d] = Wide{of_high.step[d]} - Wide{of_low.step[d]};
  set_.keep_not_negative(high - low, step);
}

void GroupFollower::keep_comparison(Wide a, const Dependence& of_a, Wide b, const Dependence& of_b) {
  if (a < b) return keep_ordered(a + 1, of_a, b, of_b);
  if (b < a) return keep_ordered(b + 1, of_b, a, of_a);
  keep_ordered(a, of_a, b, of_b);
  keep_ordered(b, of_b, a, of_a);
}

// Requires that the outcome of a comparison remains the same. The comparison operator determines whether
// equal values count as less or as greater.
Dependence GroupFollower::compared(const Running& x, unsigned lane) {
  const Instruction& i = x.instruction;
  const bool with_zero = i.op == Opcode::logical_not;
  const Dependence da = number(x, i.a, i.type, lane);
  const Dependence db = with_zero ? Dependence{} : number(x, i.b, i.type, lane);
  if (da.is_data || db.is_data) return kData;
  if (da.has_steps() || db.has_steps()) {
    const Wide a = value(x, i.a, i.type, lane);
    const Wide b = with_zero ? Wide{0} : value(x, i.b, i.type, lane);
    const bool less = i.op == Opcode::cmp_lt || i.op == Opcode::cmp_ge;
    const bool greater = i.op == Opcode::cmp_gt || i.op == Opcode::cmp_le;
    if (less && a >= b)
      keep_ordered(b, db, a, da);
    else if (greater && a <= b)
      keep_ordered(a, da, b, db);
    else
      keep_comparison(a, da, b, db);
  }
  Dependence r;
  for (std::size_t d = 0; d < kDimensions; ++d) r.factor[d] = common_factor(da.factor[d], db.factor[d]);
  return r;
}

// Returns the dependences of the quotient and the remainder of a number that is not negative. With a longer
// period, the step would be a multiple of the unit, and the remainder would be constant. If too few
// work-groups would remain with that period, the quotient is required to remain the same instead.
GroupFollower::Parts GroupFollower::parts_of(Wide value, const Dependence& a, std::uint64_t unit) {
  Parts parts{quotient(a, unit), remainder(a, unit)};
  Dependence moving;
  for (std::size_t d = 0; d < kDimensions; ++d) {
    const std::uint64_t factor = parts.remainder.factor[d];
    const bool is_long =
        factor == 0 || factor * set_.period()[d] > kLongestPeriod || factor * factor > set_.steps()[d];
    if (a.factor[d] != 1 || factor == 1 || !is_long) continue;
    parts.quotient.factor[d] = parts.remainder.factor[d] = 1;
    parts.remainder.step[d] = moving.step[d] = a.step[d];
  }
  if (!moving.has_steps()) return parts;
  const Wide left = value % static_cast<Wide>(unit);
  keep_ordered(0, {}, left, moving);
  keep_ordered(left, moving, static_cast<Wide>(unit) - 1, {});
  return parts;
}

// Returns the dependence of a / b, a % b or a >> b, if b is constant. Numbers that are rounded towards zero
// must keep their sign.
Dependence GroupFollower::divided(const Running& x, unsigned lane) {
  const Instruction& i = x.instruction;
  const Dependence db = operand(x, i.b, i.type, lane);
  const Dependence da = number(x, i.a, i.type, lane);
  if (!db.is_none()) return joined(da, db);
  std::uint64_t unit = 0;
  if (i.op == Opcode::shr) {
    const auto by = bits(x, i.b, size_bytes(i.type), lane) % (8 * size_bytes(i.type));
    if (by > 61) return opaque(da);
    unit = std::uint64_t{1} << by;
  } else {
    const Wide b = value(x, i.b, i.type, lane);
    if (b == 0) return {};
    if (b < 0 || b > INT64_MAX) return opaque(da);
    unit = static_cast<std::uint64_t>(b);
  }
  if (!da.has_steps()) return i.op == Opcode::rem ? remainder(da, unit) : quotient(da, unit);
  const Wide a = value(x, i.a, i.type, lane);
  if (a >= 0) {
    keep_ordered(0, {}, a, da);
    const Parts parts = parts_of(a, da, unit);
    return i.op == Opcode::rem ? parts.remainder : parts.quotient;
  }
  keep_ordered(a, da, -1, {});
  return i.op == Opcode::rem ? remainder(da, unit) : quotient(da, unit);
}

Dependence GroupFollower::masked(const Running& x, unsigned lane) {
  const Instruction& i = x.instruction;
  const std::size_t bytes = size_bytes(i.type);
  const Dependence da = operand(x, i.a, i.type, lane), db = operand(x, i.b, i.type, lane);
  if (!da.is_none() && !db.is_none()) return joined(da, db);
  const Dependence& other = da.is_none() ? db : da;
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - 8 * bytes);
  const std::uint64_t mask = bits(x, da.is_none() ? i.a : i.b, bytes, lane);
  if (i.op != Opcode::bit_and) {
    if (mask == 0) return other;
    if (mask > all / 2) return opaque(other);
    return with_other_low_bits(other, std::bit_floor(mask) * 2);
  }
  if (mask == 0) return {};
  if (mask == all) return other;
  const std::uint64_t lowest = mask & (~mask + 1);
  const Wide raw = bits(x, da.is_none() ? i.b : i.a, bytes, lane);
  if ((mask & (mask + 1)) == 0) return parts_of(raw, other, mask + 1).remainder;
  if ((mask | (lowest - 1)) == all)
    return sum(other, scaled(parts_of(raw, other, lowest).remainder, ~std::uint64_t{0}));
  if (mask > all / 2) return opaque(other);
  return remainder(other, std::bit_floor(mask) * 2);
}

Dependence GroupFollower::multiplied(const Running& x, unsigned lane) {
  const Instruction& i = x.instruction;
  const std::size_t bytes = size_bytes(i.type);
  const Dependence da = operand(x, i.a, i.type, lane), db = operand(x, i.b, i.type, lane);
  if (i.op == Opcode::shl)
    return db.is_none() ? scaled(da, std::uint64_t{1} << bits(x, i.b, bytes, lane) % (8 * bytes))
                        : joined(da, db);
  if (db.is_none()) return scaled(da, bits(x, i.b, bytes, lane));
  if (da.is_none()) return scaled(db, bits(x, i.a, bytes, lane));
  return joined(da, db);
}

// Returns the dependence of a value that is one of two values. The result is known in the dimensions in which
// the condition is linear.
Dependence GroupFollower::choice(const Dependence& condition, const Dependence& chosen,
                                 const Dependence& other) {
  if (condition.is_data) return kData;
  Dependence r = chosen;
  bool is_known = true;
  for (std::size_t d = 0; d < kDimensions; ++d) {
    if (condition.factor[d] == 1) continue;
    is_known = false;
    r.factor[d] = common_factor(condition.factor[d], common_factor(chosen.factor[d], other.factor[d]));
    r.step[d] = 0;
  }
  if (!is_known && other.is_data) return kData;
  return r;
}

Dependence GroupFollower::smaller_or_larger(const Running& x, unsigned lane) {
  const Instruction& i = x.instruction;
  const Dependence da = number(x, i.a, i.type, lane), db = number(x, i.b, i.type, lane);
  if (da.is_data || db.is_data) return kData;
  const Wide a = value(x, i.a, i.type, lane), b = value(x, i.b, i.type, lane);
  if (a <= b)
    keep_ordered(a, da, b, db);
  else
    keep_ordered(b, db, a, da);
  Dependence condition;
  for (std::size_t d = 0; d < kDimensions; ++d)
    condition.factor[d] = common_factor(da.factor[d], db.factor[d]);
  const bool takes_a = (i.imm == static_cast<std::int64_t>(Builtin::min)) == (a <= b);
  return takes_a ? choice(condition, da, db) : choice(condition, db, da);
}

Dependence GroupFollower::converted(const Running& x, unsigned lane) {
  const Instruction& i = x.instruction;
  const Dependence from = operand(x, i.a, i.type2, lane);
  if (is_floating(i.type) || is_floating(i.type2)) return opaque(from);
  const auto mode = static_cast<ConvertMode>(i.mode);
  if (mode == ConvertMode::bitcast) return size_bytes(i.type) == size_bytes(i.type2) ? from : opaque(from);
  if (mode != ConvertMode::c) return opaque(from);
  return size_bytes(i.type) > size_bytes(i.type2) ? number(x, i.a, i.type2, lane) : from;
}

Dependence GroupFollower::selected(const Running& x, unsigned lane) {
  const Instruction& i = x.instruction;
  const Dependence condition = number(x, i.a, LaneType::int32, lane);
  const Wide held = value(x, i.a, LaneType::int32, lane);
  if (condition.has_steps()) keep_comparison(held, condition, 0, {});
  const Dependence yes = operand(x, i.b, i.type, lane), no = operand(x, i.c, i.type, lane);
  return held != 0 ? choice(condition, yes, no) : choice(condition, no, yes);
}

}  // namespace lockstep::sim
