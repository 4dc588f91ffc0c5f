// Follows combinations of two values of the algorithm, which are inputs or identities. Each combination is
// one unit of work and one node.
#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "sim/bytecode/collective.hpp"
#include "sim/machine/launch/setup.hpp"
#include "sim/memory_rules/access.hpp"
#include "sim/observers/provenance/observer.hpp"

namespace lockstep::sim {

void ProvenanceObserver::add_work(const Step& step, std::uint64_t count, bool useful) {
  shadow_.work += count;
  if (useful) shadow_.useful_work += count;
  if (work_by_pc_.empty()) return;
  Work& here = work_by_pc_[step.moment.launch][step.moment.pc];
  here.all += count;
  if (useful) here.useful += count;
}

ProvenanceId ProvenanceObserver::combine(const Step& step, std::uint32_t warp, unsigned lane,
                                         ProvenanceId left, ProvenanceId right) {
  if (left == 0 || right == 0) {
    const ProvenanceId other = left == 0 ? right : left;
    return has_input(other) ? other : 0;
  }
  const std::uint32_t clock = shadow_.clocks[warp * width_ + lane];
  return combine_until(step, warp, lane, left, right, std::max({clock, ready(left), ready(right)}) + 1);
}

ProvenanceId ProvenanceObserver::combine_until(const Step& step, std::uint32_t warp, unsigned lane,
                                               ProvenanceId left, ProvenanceId right, std::uint32_t clock) {
  const bool useful = has_input(left) && has_input(right);
  shadow_.clocks[warp * width_ + lane] = clock;
  shadow_.latest = std::max(shadow_.latest, clock);
  add_work(step, 1, useful);
  const bool has_any = has_input(left) || has_input(right);
  if (!graph_) return (clock + 1) | (has_any ? 0 : kWithoutInput);
  ProvenanceNode node;
  node.has_input = has_any;
  node.kind = ProvenanceNode::Kind::combined;
  node.left = left;
  node.right = right;
  node.ready = clock;
  node.launch = step.moment.launch;
  node.pc = step.moment.pc;
  // Neighbouring lanes often perform the same operation; a replay compares it with the node that the first
  // run created here.
  const ProvenanceId latest = shadow_.next_id - 1;
  if (latest_ != latest) {
    latest_ = latest;
    latest_node_ = graph_->node(latest);
  }
  if (latest_node_.is_same_combination(node)) return latest;
  ++latest_;
  latest_node_ = node;
  if (building_) {
    node.op = step.instruction.op;
    if (node.op == Opcode::builtin) node.builtin = static_cast<std::uint16_t>(step.instruction.imm);
    if (node.op >= Opcode::cmp_lt && node.op <= Opcode::cmp_ge) node.builtin = step.instruction.mode;
    if (node.op == Opcode::atomic) node.builtin = step.instruction.mode;
    if (node.op == Opcode::collective)
      node.builtin = static_cast<std::uint16_t>(collective_of(step.instruction).op);
    node.item = item_of(step, warp, lane);
    building_->add(node);
  }
  return shadow_.next_id++;
}

// If all lanes of a warp combine the same two values at the same time, they share one node.
bool ProvenanceObserver::combine_as_one(const Step& step, std::span<const ProvenanceId> lefts,
                                        std::span<const ProvenanceId> rights, std::span<std::uint32_t> clocks,
                                        std::span<ProvenanceId> results) {
  if (count_lanes(step.moment.lanes) != width_ || lefts[0] == 0 || rights[0] == 0) return false;
  std::uint32_t differs = 0;
  for (unsigned lane = 1; lane < width_; ++lane)
    differs |= (lefts[lane] ^ lefts[0]) | (rights[lane] ^ rights[0]) | (clocks[lane] ^ clocks[0]);
  if (differs != 0) return false;
  const bool useful = has_input(lefts[0]) && has_input(rights[0]);  // the result may replace an operand
  const ProvenanceId result = combine(step, 0, lefts[0], rights[0]);
  std::ranges::fill(results, result);
  std::ranges::fill(clocks, std::uint32_t{clocks[0]});
  add_work(step, width_ - 1, useful);
  shadow_.input_lanes[register_at(step, step.instruction.dst)] = step.moment.lanes;
  return true;
}

// Without a graph, if all values have input, an id alone describes a value, so lanes are independent.
// `results` may be one of the operands.
bool ProvenanceObserver::combine_counted(const Step& step, const ProvenanceId* lefts,
                                         const ProvenanceId* rights, ProvenanceId* results) {
  const std::uint64_t lanes = step.moment.lanes;
  const auto first = static_cast<unsigned>(std::countr_zero(lanes));
  const unsigned count = count_lanes(lanes);
  const bool are_neighbours = lanes >> first == (~std::uint64_t{0} >> (64 - count));
  if (graph_ || !are_neighbours) return false;
  std::uint32_t* const clocks = shadow_.clocks.data() + std::size_t{step.moment.warp} * width_;
  const unsigned end = first + count;
  std::uint32_t unusual = 0;
  for (unsigned lane = first; lane < end; ++lane)
    unusual |= (lefts[lane] - 1) | (rights[lane] - 1);  // 0 and ids without input have the highest bit
  if ((unusual & kWithoutInput) != 0) return false;
  std::uint32_t latest = shadow_.latest;
  for (unsigned lane = first; lane < end; ++lane) {
    const std::uint32_t done = std::max(clocks[lane], std::max(lefts[lane], rights[lane]) - 1) + 1;
    clocks[lane] = done;
    results[lane] = done + 1;
    latest = std::max(latest, done);
  }
  shadow_.latest = latest;
  add_work(step, count, true);
  return true;
}

// Of three operands, the first two are combined first.
bool ProvenanceObserver::combine_three(const Step& step, std::span<const Register> operands) {
  if (operands.size() != 3) return false;
  std::uint64_t all = step.moment.lanes;
  for (const Register operand : operands) all &= lanes_with_input(step, operand);
  if (all != step.moment.lanes) return false;
  std::array<ProvenanceId, kMaxLanes> between;
  std::array<std::uint32_t, kMaxLanes> third;
  const ProvenanceId* const last = row(step, operands[2]);
  // Either all lanes are combined or none, so identities among the operands must be found before any values
  // are combined.
  std::uint32_t unusual = 0;
  for (unsigned lane = 0; lane < width_; ++lane) {
    third[lane] = last[lane];
    if ((step.moment.lanes >> lane & 1) != 0) unusual |= third[lane] - 1;
  }
  if ((unusual & kWithoutInput) != 0) return false;
  if (!combine_counted(step, row(step, operands[0]), row(step, operands[1]), between.data())) return false;
  combine_counted(step, between.data(), third.data(), row(step, step.instruction.dst));
  shadow_.input_lanes[register_at(step, step.instruction.dst)] |= step.moment.lanes;
  return true;
}

// Handles the usual case, whole rows of registers at a time. A lane with the same operands and time as its
// neighbour has the same result.
void ProvenanceObserver::combine_pairs(const Step& step, Register a, Register b) {
  const ProvenanceId* const lefts = row(step, a);
  const ProvenanceId* const rights = row(step, b);
  ProvenanceId* const results = row(step, step.instruction.dst);
  if (combine_counted(step, lefts, rights, results)) {
    shadow_.input_lanes[register_at(step, step.instruction.dst)] |= step.moment.lanes;
    return;
  }
  std::uint32_t* const clocks = shadow_.clocks.data() + std::size_t{step.moment.warp} * width_;
  if (combine_as_one(step, {lefts, width_}, {rights, width_}, {clocks, width_}, {results, width_})) return;
  std::uint64_t with_input = 0, repeated = 0, repeated_useful = 0;
  ProvenanceId left = 0, right = 0, result = 0;
  std::uint32_t started = 0, ended = 0;
  for_each_lane(step.moment.lanes, [&](unsigned lane) {
    const bool combines = lefts[lane] != 0 && rights[lane] != 0;
    if (combines && lefts[lane] == left && rights[lane] == right && clocks[lane] == started) {
      clocks[lane] = ended;
      ++repeated;
      if (has_input(left) && has_input(right)) ++repeated_useful;
    } else {
      left = lefts[lane];
      right = rights[lane];
      started = clocks[lane];
      result = combine(step, lane, left, right);
      ended = clocks[lane];
    }
    results[lane] = result;
    with_input |= std::uint64_t{result != 0} << lane;
  });
  add_work(step, repeated_useful, true);
  add_work(step, repeated - repeated_useful, false);
  std::uint64_t& mask = shadow_.input_lanes[register_at(step, step.instruction.dst)];
  mask = (mask & ~step.moment.lanes) | with_input;
}

namespace {

// Computes an operand whose register the result has overwritten from the result and the other operand. Empty
// if it cannot be computed.
std::optional<std::uint64_t> replaced_operand(const Instruction& instruction, std::uint64_t result,
                                              std::uint64_t other) {
  if (other == 0) return result;  // the same in two runs only if the operand is the same
  if (is_floating(instruction.type)) return std::nullopt;
  const std::size_t unused = 64 - 8 * size_bytes(instruction.type);
  const auto cut = [&](std::uint64_t bits) { return bits << unused >> unused; };
  if (instruction.op == Opcode::add) return cut(result - other);
  if (instruction.op == Opcode::bit_xor) return cut(result ^ other);
  if (instruction.op != Opcode::sub) return std::nullopt;
  return cut(instruction.a == instruction.dst ? result + other : other - result);
}

}  // namespace

void ProvenanceObserver::note_outside(const Step& step, std::uint32_t warp, unsigned lane, Register reg,
                                      std::optional<Register> other) {
  const Instruction& instruction = step.instruction;
  const auto bits_of = [&](Register of) {
    return step.state.register_bits(step.state.group.warps[warp], of, instruction.type, lane);
  };
  std::optional<std::uint64_t> bits = bits_of(reg);
  if (reg == instruction.dst)
    bits = other && *other != reg ? replaced_operand(instruction, *bits, bits_of(*other)) : std::nullopt;
  if (bits) outside_->note({step.moment.launch, step.moment.pc}, item_of(step, warp, lane), *bits);
}

void ProvenanceObserver::note_outside(const Step& step, std::span<const Register> operands) {
  for_each_lane(step.moment.lanes, [&](unsigned lane) {
    const auto is_inside = [&](Register operand) { return has_input(get(step, operand, lane)); };
    const auto inside = std::ranges::find_if(operands, is_inside);
    if (inside == operands.end()) return;
    for (const Register operand : operands)
      if (!is_inside(operand))
        note_outside(step, step.moment.warp, lane, operand,
                     operands.size() == 2 ? std::optional(*inside) : std::nullopt);
  });
}

void ProvenanceObserver::combine_registers(const Step& step, std::span<const Register> operands) {
  std::uint64_t any = 0;
  for (const Register operand : operands) any |= lanes_with_input(step, operand);
  if (any == 0) return clear(step, step.instruction.dst);
  if (outside_ != nullptr) note_outside(step, operands);
  if (operands.size() == 2) return combine_pairs(step, operands[0], operands[1]);
  if (combine_three(step, operands)) return;
  for_each_lane(step.moment.lanes, [&](unsigned lane) {
    ProvenanceId id = get(step, operands.front(), lane);
    for (const Register operand : operands.subspan(1)) id = combine(step, lane, id, get(step, operand, lane));
    set(step, step.instruction.dst, lane, id);
  });
}

// The result is known when the function is called, because the arguments are in its parameters; the body of
// the function is not followed.

bool ProvenanceObserver::is_inside_combiner(const Step& step) const {
  const HelperFunction* combiner = step.layout.combiner;
  return combiner != nullptr && step.moment.pc >= combiner->entry && step.moment.pc <= combiner->end;
}

// The components of a vector are combined together: one operation with one result.
void ProvenanceObserver::call(const Step& step) {
  const HelperFunction* combiner = step.layout.combiner;
  if (combiner == nullptr || step.instruction.target != combiner->entry) return;
  Instruction instruction = step.instruction;
  instruction.dst = combiner->result.first;
  const std::array operands{combiner->parameters[0].first, combiner->parameters[1].first};
  combine_registers({step.state, step.moment, instruction, step.layout}, operands);
  for (unsigned k = 1; k < combiner->result.count; ++k) {
    instruction.dst = static_cast<Register>(combiner->result.first + k);
    pass_on({step.state, step.moment, instruction, step.layout}, combiner->result.first);
  }
}

// The provenance of the results of a collective function. Reductions and scans are followed as the machine
// computes them, member by member in the order of their positions: m members with input are m - 1
// applications of the operator, each performed by the work-item that adds its value. Hardware computes them
// by exchanges at distances 1, 2, 4 …, so the k-th value is in the result after log k steps. An exclusive
// scan computes the same sums, shifted by one position.

ProvenanceId ProvenanceObserver::get(const Step& step, const CollectiveMember& member) const {
  const std::size_t at = std::size_t{member.warp} * step.layout.register_count + step.instruction.a;
  return shadow_.register_provenance[at * width_ + member.lane];
}

void ProvenanceObserver::set(const Step& step, const CollectiveMember& member, ProvenanceId id) {
  const std::size_t at = std::size_t{member.warp} * step.layout.register_count + step.instruction.dst;
  const std::uint64_t bit = std::uint64_t{1} << member.lane;
  shadow_.register_provenance[at * width_ + member.lane] = id;
  shadow_.input_lanes[at] = id != 0 ? shadow_.input_lanes[at] | bit : shadow_.input_lanes[at] & ~bit;
}

// Returns the step after which all members have their values.
std::uint32_t ProvenanceObserver::start_of(const Step& step,
                                           std::span<const CollectiveMember> members) const {
  std::uint32_t start = 0;
  for (const CollectiveMember& member : members)
    if (const ProvenanceId value = get(step, member); value != 0)
      start = std::max({start, ready(value), shadow_.clocks[member.warp * width_ + member.lane]});
  return start;
}

void ProvenanceObserver::combine_cluster(const Step& step, std::span<const CollectiveMember> members) {
  const CollectiveKind kind = collective_of(step.instruction).kind;
  const auto is_inside = [&](const CollectiveMember& member) { return has_input(get(step, member)); };
  if (outside_ != nullptr && std::ranges::any_of(members, is_inside))
    for (const CollectiveMember& member : members)
      if (!is_inside(member)) note_outside(step, member.warp, member.lane, step.instruction.a, std::nullopt);
  ProvenanceId total = 0;
  const std::uint32_t start = start_of(step, members);
  std::uint32_t combined = 0;
  for (const CollectiveMember& member : members) {
    const ProvenanceId before = total;
    const ProvenanceId value = get(step, member);
    if (value != 0) ++combined;
    const auto steps = static_cast<std::uint32_t>(std::bit_width(std::max(combined, 1u) - 1));
    if (total == 0)
      total = value;
    else if (value != 0)
      total = combine_until(step, member.warp, member.lane, total, value, start + steps);
    set(step, member, kind == CollectiveKind::scan_exclusive ? before : total);
  }
  if (kind != CollectiveKind::reduce) return;
  for (const CollectiveMember& member : members) set(step, member, total);
}

void ProvenanceObserver::on_collective(const MachineState& state, const Moment& moment,
                                       const Instruction& instruction,
                                       std::span<const CollectiveMember> members) {
  const Step step{state, moment, instruction, layouts_[moment.launch]};
  const CollectiveKind kind = collective_of(instruction).kind;
  if (combines(kind)) {
    for (std::size_t begin = 0, end = 0; begin < members.size(); begin = end) {
      while (end < members.size() && members[end].cluster == members[begin].cluster) ++end;
      combine_cluster(step, members.subspan(begin, end - begin));
    }
    return;
  }
  // A ballot consists of conditions, which contain no input.
  std::vector<ProvenanceId> brought;
  for (const CollectiveMember& member : members) {
    brought.push_back(kind == CollectiveKind::ballot ? 0 : get(step, members[member.source]));
  }
  for (std::size_t i = 0; i < members.size(); ++i) set(step, members[i], brought[i]);
}

}  // namespace lockstep::sim
