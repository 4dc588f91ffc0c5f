#include "sim/equal_groups/group_follower.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/bytecode/collective.hpp"

namespace lockstep::sim {

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
  if (!follow(x)) return;
  const unsigned written = instruction.op == Opcode::load ? instruction.count : 1;
  const std::size_t stride = std::size_t{8} * setup_.width();
  const auto from = warp.registers.begin() + static_cast<std::ptrdiff_t>(instruction.dst * stride);
  std::copy(from, from + static_cast<std::ptrdiff_t>(written * stride),
            x.warp.values.begin() + static_cast<std::ptrdiff_t>(instruction.dst * stride));
}

// Returns the lanes whose conditions determine where the warp continues.
std::uint64_t GroupFollower::deciding_lanes(const Running& x) {
  if (x.instruction.op != Opcode::case_label) return x.moment.lanes;
  const ControlFrame& top = x.machine_warp.stack.back();
  return (top.other | top.matched) & x.live;
}

// Returns whether the instruction wrote to the register dst.
bool GroupFollower::follow(const Running& x) {
  const Instruction& i = x.instruction;
  switch (opcode_info(i.op).group) {
    case OpcodeGroup::control:
      return decide(x, i.a, deciding_lanes(x)), false;
    case OpcodeGroup::query:
      return follow_query(x), true;
    case OpcodeGroup::memory:
      if (i.op == Opcode::store) return follow_store(x), false;
      if (i.op == Opcode::copy) return follow_copy(x), false;
      if (i.op == Opcode::load) return follow_load(x), true;
      return follow_value(x), true;
    case OpcodeGroup::atomic:
      return follow_atomic(x), true;
    case OpcodeGroup::image:
      return fail(x, "an image"), false;
    case OpcodeGroup::synchronisation:
      if (i.op == Opcode::collective) return follow_collective(x), true;
      return fail(x, "an asynchronous copy"), false;
    case OpcodeGroup::value:
    case OpcodeGroup::conversion:
    case OpcodeGroup::half:
    case OpcodeGroup::arithmetic:
    case OpcodeGroup::bits:
    case OpcodeGroup::comparison:
    case OpcodeGroup::builtin:
    case OpcodeGroup::pointer:
    case OpcodeGroup::print:
      break;
  }
  return follow_value(x), true;
}

void GroupFollower::fail(const Running& x, const char* what) {
  const Program& program = *launch_->program;
  obstacle_ = fmt::format("line {}: {}", program.ranges[x.instruction.range].line, what);
  stop_.request_stop();
}

void GroupFollower::require_factor(std::size_t dimension, std::uint32_t factor) {
  if (factor == 1 || set_.is_single(dimension)) return;
  const std::uint32_t both = common_factor(longer_[dimension], factor);
  if (both == 0 || both > set_.steps()[dimension] || both * set_.period()[dimension] > kLongestPeriod)
    set_.make_single(dimension);
  else
    longer_[dimension] = both;
}

void GroupFollower::require_linear(const Dependence& dependence) {
  for (std::size_t d = 0; d < kDimensions; ++d) require_factor(d, dependence.factor[d]);
}

void GroupFollower::require_multiples(const Steps& step, std::uint64_t unit) {
  for (std::size_t d = 0; d < kDimensions; ++d) require_factor(d, missing_factor(step[d], unit));
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

// Conditions, queries and functions of several work-items.

void GroupFollower::decide(const Running& x, Register reg, Lanes lanes) {
  const RegisterDependence& condition = x.warp.registers[reg];
  if (condition.lanes.empty() && condition.common.is_none()) return;
  for_each_lane(lanes, [&](unsigned lane) {
    const Dependence dependence = number(x, reg, LaneType::int32, lane);
    if (dependence.is_data) return fail(x, "a branch depends on data");
    require_linear(dependence);
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

// The result usually depends on data. An exchange between lanes preserves a dependence that all lanes share.
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
