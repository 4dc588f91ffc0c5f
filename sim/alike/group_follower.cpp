#include "sim/alike/group_follower.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/bytecode/collective.hpp"
#include "sim/machine/handlers/builtin.hpp"

namespace lockstep::sim {
namespace {

// Each residue of the period is a class of its own, which is executed.
constexpr std::uint64_t kLongestPeriod = 1 << 10;

bool is_signed(LaneType type) {
  return type == LaneType::int8 || type == LaneType::int16 || type == LaneType::int32 || type == LaneType::int64;
}

bool has_no_effect_on_values(Opcode op) {
  switch (op) {
    case Opcode::if_else:
    case Opcode::if_end:
    case Opcode::loop_begin:
    case Opcode::loop_join:
    case Opcode::loop_back:
    case Opcode::loop_end:
    case Opcode::break_out:
    case Opcode::continue_out:
    case Opcode::switch_begin:
    case Opcode::switch_end:
    case Opcode::call:
    case Opcode::return_out:
    case Opcode::function_end:
    case Opcode::kernel_end:
    case Opcode::barrier:
    case Opcode::fence:
    case Opcode::print:
      return true;
    default:
      return false;
  }
}

}  // namespace

GroupFollower::GroupFollower(const Machine& machine)
    : setup_(machine.setup()), set_({0, 0, 0}, {0, 0, 0}, {1, 1, 1}) {
  const GlobalRule& rule = machine.model().global;
  constexpr std::uint64_t kOfHalfWarps = 256;  // 16 lanes of 16 bytes
  moves_single_words_freely_ = rule.kind == GlobalRule::Kind::distinct_units;
  unit_ = moves_single_words_freely_
              ? std::bit_ceil(std::max({rule.load_unit_bytes, rule.store_unit_bytes, kSector}))
              : kOfHalfWarps;
}

void GroupFollower::begin(const MachineState& state, const GroupSet& set) {
  launch_ = &setup_.launches[state.launch];
  set_ = set;
  longer_ = {1, 1, 1};
  obstacle_.clear();
  reached_.clear();
  local_.clear(launch_->local_bytes);
  warps_.resize(state.group.warps.size());
  for (std::size_t i = 0; i < warps_.size(); ++i) {
    FollowedWarp& warp = warps_[i];
    warp.registers.resize(launch_->program->register_count);
    for (RegisterDependence& reg : warp.registers) {
      reg.common = {};
      reg.lanes.clear();
    }
    warp.values = state.group.warps[i].registers;
    warp.private_memory.clear(state.group.warps[i].private_memory.size());
  }
}

void GroupFollower::on_instruction(const MachineState& state, const Moment& moment,
                                   const Instruction& instruction) {
  if (!obstacle_.empty() || has_no_effect_on_values(instruction.op)) return;
  const Warp& warp = state.group.warps[moment.warp];
  const Running x{state, moment, instruction, warps_[moment.warp], warp, warp.existing & ~warp.finished};
  unsigned written = 1;
  switch (instruction.op) {
    case Opcode::if_begin:
    case Opcode::loop_test:
      return decide(x, instruction.a, moment.lanes);
    case Opcode::case_label:
      return decide(x, instruction.a, (warp.stack.back().other | warp.stack.back().matched) & x.live);
    case Opcode::work_item:
      follow_query(x);
      break;
    case Opcode::collective:
      follow_collective(x);
      break;
    case Opcode::load:
      follow_load(x);
      written = instruction.count;
      break;
    case Opcode::store:
      return follow_store(x);
    case Opcode::copy:
      return follow_copy(x);
    case Opcode::atomic:
      follow_atomic(x);
      break;
    case Opcode::image:
      return give_up(x, "an image");
    case Opcode::copy_begin:
    case Opcode::copy_wait:
      return give_up(x, "an asynchronous copy");
    default:
      follow_value(x);
      break;
  }
  const std::size_t stride = std::size_t{8} * setup_.width();
  const auto from = warp.registers.begin() + static_cast<std::ptrdiff_t>(instruction.dst * stride);
  std::copy(from, from + static_cast<std::ptrdiff_t>(written * stride),
            x.warp.values.begin() + static_cast<std::ptrdiff_t>(instruction.dst * stride));
}

void GroupFollower::give_up(const Running& x, const char* what) {
  const Program& program = *launch_->program;
  obstacle_ = fmt::format("line {}: {}", program.ranges[x.instruction.range].line, what);
  stop_.request_stop();
}

void GroupFollower::want(std::size_t dimension, std::uint32_t factor) {
  if (factor == 1 || set_.is_single(dimension)) return;
  const std::uint32_t both = common_factor(longer_[dimension], factor);
  if (both == 0 || both > set_.steps()[dimension] || both * set_.period()[dimension] > kLongestPeriod)
    set_.make_single(dimension);
  else
    longer_[dimension] = both;
}

void GroupFollower::want_linear(const Dependence& dependence) {
  for (std::size_t d = 0; d < kDimensions; ++d) want(d, dependence.factor[d]);
}

void GroupFollower::want_multiples(const Steps& step, std::uint64_t unit) {
  for (std::size_t d = 0; d < kDimensions; ++d) want(d, missing_factor(step[d], unit));
}

// Registers.

std::uint64_t GroupFollower::bits(const Running& x, Register reg, std::size_t bytes, unsigned lane) const {
  std::uint64_t value = 0;
  std::memcpy(&value, x.warp.values.data() + std::size_t{reg} * 8 * setup_.width() + lane * bytes, bytes);
  return value;
}

Wide GroupFollower::value(const Running& x, Register reg, LaneType type, unsigned lane) const {
  const std::size_t bytes = size_bytes(type);
  const std::uint64_t raw = bits(x, reg, bytes, lane);
  if (!is_signed(type)) return raw;
  const auto unused = static_cast<unsigned>(64 - 8 * bytes);
  return static_cast<std::int64_t>(raw << unused) >> unused;
}

Dependence GroupFollower::operand(const Running& x, Register reg, LaneType type, unsigned lane) const {
  return read_as(x.warp.registers[reg].at(lane), size_bytes(type));
}

void GroupFollower::write_all(const Running& x, Register reg, const Dependence& dependence) {
  RegisterDependence& r = x.warp.registers[reg];
  if ((x.live & ~x.moment.lanes) == 0) {
    r.common = dependence;
    r.lanes.clear();
    return;
  }
  if (r.lanes.empty() && r.common == dependence) return;
  if (r.lanes.empty()) r.lanes.assign(setup_.width(), r.common);
  for_each_lane(x.moment.lanes, [&](unsigned lane) { r.lanes[lane] = dependence; });
}

template <class F>
void GroupFollower::write(const Running& x, Register reg, F dependence_of) {
  std::vector<Dependence>& results = results_;
  results.resize(setup_.width());
  const auto first = static_cast<unsigned>(std::countr_zero(x.moment.lanes));
  bool same = true;
  for_each_lane(x.moment.lanes, [&](unsigned lane) {
    results[lane] = dependence_of(lane);
    same = same && results[lane] == results[first];
  });
  if (same) return write_all(x, reg, Dependence(results[first]));
  RegisterDependence& r = x.warp.registers[reg];
  if (r.lanes.empty()) r.lanes.assign(setup_.width(), r.common);
  for_each_lane(x.moment.lanes, [&](unsigned lane) { r.lanes[lane] = results[lane]; });
}

// Values.

void GroupFollower::follow_value(const Running& x) {
  const Instruction& i = x.instruction;
  if (i.op == Opcode::constant || i.op == Opcode::private_address) return write_all(x, i.dst, {});
  bool none = true;
  for (const RegisterRun& run : registers_read(i)) {
    for (unsigned k = 0; k < run.count; ++k) {
      const RegisterDependence& r = x.warp.registers[run.first + k];
      if (r.lanes.empty() && r.common.is_data && i.op != Opcode::select) return write_all(x, i.dst, kData);
      none = none && r.lanes.empty() && r.common.is_none();
    }
  }
  if (none) return write_all(x, i.dst, {});
  write(x, i.dst, [&](unsigned lane) { return result_of(x, lane); });
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
    return of_width(sum(operand(x, i.a, LaneType::uint64, lane), scaled(index, static_cast<std::uint64_t>(i.imm))),
                    8);
  }
  if (!is_floating(i.type)) {
    switch (i.op) {
      case Opcode::add:
        return of_width(sum(operand_a(), operand_b()), bytes);
      case Opcode::sub:
        return of_width(sum(operand_a(), scaled(operand_b(), kMinusOne)), bytes);
      case Opcode::neg:
      case Opcode::bit_not:
        return of_width(scaled(operand_a(), kMinusOne), bytes);
      case Opcode::mul:
      case Opcode::shl:
        return of_width(multiplied(x, lane), bytes);
      case Opcode::div:
      case Opcode::rem:
      case Opcode::shr:
        return of_width(divided(x, lane), bytes);
      case Opcode::bit_and:
      case Opcode::bit_or:
      case Opcode::bit_xor:
        return of_width(masked(x, lane), bytes);
      case Opcode::logical_not:
      case Opcode::cmp_eq:
      case Opcode::cmp_ne:
      case Opcode::cmp_lt:
      case Opcode::cmp_le:
      case Opcode::cmp_gt:
      case Opcode::cmp_ge:
        return of_width(compared(x, lane), 4);
      case Opcode::builtin:
        if (i.imm == static_cast<std::int64_t>(Builtin::min) || i.imm == static_cast<std::int64_t>(Builtin::max))
          return of_width(smaller_or_larger(x, lane), bytes);
        break;
      default:
        break;
    }
  }
  Dependence all;
  for (const RegisterRun& run : registers_read(i))
    for (unsigned k = 0; k < run.count; ++k) all = joined(all, x.warp.registers[run.first + k].at(lane));
  return of_width(all, bytes);
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

// The outcome stays the same. Whether equal values matter depends on the comparison: a <= b also holds below.
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

// Of a / b, a % b and a >> b, where b is the same everywhere. Numbers that are cut towards zero keep their sign.
Dependence GroupFollower::divided(const Running& x, unsigned lane) {
  const Instruction& i = x.instruction;
  const Dependence db = operand(x, i.b, i.type, lane);
  const Dependence da = number(x, i.a, i.type, lane);
  if (!db.is_none()) return joined(da, db);
  if (i.op == Opcode::shr) {
    const auto by = static_cast<unsigned>(bits(x, i.b, size_bytes(i.type), lane) % (8 * size_bytes(i.type)));
    return by < 62 ? quotient(da, std::uint64_t{1} << by) : opaque(da);
  }
  const Wide b = value(x, i.b, i.type, lane);
  if (b == 0) return {};
  if (b < 0 || b > INT64_MAX) return opaque(da);
  if (da.has_steps()) {
    const Wide a = value(x, i.a, i.type, lane);
    if (a >= 0)
      keep_ordered(0, {}, a, da);
    else
      keep_ordered(a, da, -1, {});
  }
  const auto unit = static_cast<std::uint64_t>(b);
  return i.op == Opcode::div ? quotient(da, unit) : remainder(da, unit);
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
  if ((mask | (lowest - 1)) == all) return with_other_low_bits(other, lowest);
  if (mask > all / 2) return opaque(other);
  return remainder(other, std::bit_floor(mask) * 2);
}

Dependence GroupFollower::multiplied(const Running& x, unsigned lane) {
  const Instruction& i = x.instruction;
  const std::size_t bytes = size_bytes(i.type);
  const Dependence da = operand(x, i.a, i.type, lane), db = operand(x, i.b, i.type, lane);
  if (i.op == Opcode::shl)
    return db.is_none() ? scaled(da, std::uint64_t{1} << bits(x, i.b, bytes, lane) % (8 * bytes)) : joined(da, db);
  if (db.is_none()) return scaled(da, bits(x, i.b, bytes, lane));
  if (da.is_none()) return scaled(db, bits(x, i.a, bytes, lane));
  return joined(da, db);
}

// One of two values, whose choice is linear in some dimensions.
Dependence GroupFollower::choice(const Dependence& condition, const Dependence& chosen, const Dependence& other) {
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
  for (std::size_t d = 0; d < kDimensions; ++d) condition.factor[d] = common_factor(da.factor[d], db.factor[d]);
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

// Conditions, queries and functions of several work-items.

void GroupFollower::decide(const Running& x, Register reg, Lanes lanes) {
  const RegisterDependence& condition = x.warp.registers[reg];
  if (condition.lanes.empty() && condition.common.is_none()) return;
  for_each_lane(lanes, [&](unsigned lane) {
    const Dependence dependence = number(x, reg, LaneType::int32, lane);
    if (dependence.is_data) return give_up(x, "a branch depends on data");
    want_linear(dependence);
    if (dependence.has_steps()) keep_comparison(value(x, reg, LaneType::int32, lane), dependence, 0, {});
  });
}

void GroupFollower::follow_query(const Running& x) {
  const auto query = static_cast<WorkItemQuery>(x.instruction.imm);
  const bool is_id = query == WorkItemQuery::global_id, is_group = query == WorkItemQuery::group_id;
  const NdRange& range = launch_->range;
  Dependence r;
  if (query == WorkItemQuery::global_linear_id) {
    std::uint64_t row = 1;
    for (std::size_t d = 0; d < kDimensions; row *= range.global_size[d], ++d)
      r.step[d] = static_cast<std::int64_t>(row * range.local_size[d] * set_.period()[d]);
    return write_all(x, x.instruction.dst, of_width(r, 8));
  }
  if (!is_id && !is_group) return write_all(x, x.instruction.dst, r);
  write(x, x.instruction.dst, [&](unsigned lane) {
    Dependence id;
    const std::uint64_t dimension = bits(x, x.instruction.a, 4, lane);
    if (!x.warp.registers[x.instruction.a].at(lane).is_none())
      id.factor = {0, 0, 0};
    else if (dimension < kDimensions)
      id.step[dimension] =
          static_cast<std::int64_t>((is_id ? range.local_size[dimension] : 1) * set_.period()[dimension]);
    return of_width(id, 8);
  });
}

// Of data, usually. What all lanes have in common they exchange.
void GroupFollower::follow_collective(const Running& x) {
  const Instruction& i = x.instruction;
  const Collective collective = collective_of(i);
  const RegisterDependence &a = x.warp.registers[i.a], &b = x.warp.registers[i.b];
  const bool takes_argument = exchanges(collective.kind);
  const bool is_complete = collective.of_sub_group && setup_.sub_group_width == setup_.width() &&
                           x.moment.lanes == x.live && a.lanes.empty() &&
                           (!takes_argument || (b.lanes.empty() && b.common.is_none()));
  const bool is_known = is_complete && (a.common.is_none() || takes_argument);
  write_all(x, i.dst, is_known ? of_width(Dependence(a.common), size_bytes(i.type)) : kData);
}

}  // namespace lockstep::sim
