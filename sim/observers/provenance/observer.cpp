#include "sim/observers/provenance/observer.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/plan/element.hpp"
#include "sim/bytecode/image.hpp"
#include "sim/bytecode/value_sources.hpp"
#include "sim/memory_rules/access.hpp"
#include "sim/observers/provenance/relevance.hpp"

namespace lockstep::sim {

namespace {

std::shared_ptr<const Identities> identities_of(const Machine& machine) {
  return std::make_shared<const Identities>(find_identities(machine));
}

std::vector<ProvenanceLayout> make_layouts(const Machine& machine) {
  std::vector<ProvenanceLayout> layouts;
  for (std::uint32_t launch = 0; launch < machine.plan().launches.size(); ++launch)
    layouts.push_back(make_provenance_layout(machine, launch));
  return layouts;
}

// The leaves are the first nodes after the identity, buffer by buffer.
std::vector<ProvenanceId> number_leaves(const Plan& plan) {
  std::vector<ProvenanceId> first;
  ProvenanceId next = ProvenanceState{}.next_id;
  for (const PlanBuffer& buffer : plan.buffers) {
    first.push_back(next);
    if (buffer.role == PlanBuffer::Role::input) next += static_cast<ProvenanceId>(buffer.elements);
  }
  return first;
}

std::vector<std::vector<std::uint8_t>> find_wanted(const Machine& machine, const Identities* identities,
                                                   const std::vector<ProvenanceLayout>& layouts) {
  std::vector<std::vector<std::uint8_t>> wanted;
  for (std::uint32_t launch = 0; launch < layouts.size(); ++launch)
    wanted.push_back(relevant_instructions(machine, launch, identities, layouts[launch].combiner));
  return wanted;
}

std::vector<std::vector<ProvenanceObserver::Work>> make_work_table(const Machine& machine) {
  std::vector<std::vector<ProvenanceObserver::Work>> table;
  for (const PlanLaunch& launch : machine.plan().launches)
    table.emplace_back(machine.program(launch.program).code.size());
  return table;
}

}  // namespace

ProvenanceObserver::ProvenanceObserver(const Machine& machine, ProvenanceState& shadow,
                                       std::shared_ptr<const Identities> identities)
    : machine_(machine),
      shadow_(shadow),
      width_(machine.model().warp_width),
      layouts_(make_layouts(machine)),
      first_leaves_(number_leaves(machine.plan())),
      identities_(std::move(identities)),
      work_by_pc_(make_work_table(machine)) {
  wanted_ = find_wanted(machine, identities_.get(), layouts_);
  reset();
}

ProvenanceObserver::ProvenanceObserver(const ProvenanceObserver& whole, ProvenanceState& shadow)
    : machine_(whole.machine_),
      shadow_(shadow),
      width_(whole.width_),
      layouts_(whole.layouts_),
      wanted_(whole.wanted_),
      first_leaves_(whole.first_leaves_),
      identities_(whole.identities_),
      work_by_pc_(make_work_table(whole.machine_)) {
  shadow_ = whole.shadow_;
  shadow_.work = 0;
  shadow_.useful_work = 0;
}

ProvenanceObserver::ProvenanceObserver(const Machine& machine, ProvenanceState& shadow,
                                       ProvenanceGraph& graph)
    : machine_(machine),
      shadow_(shadow),
      building_(&graph),
      graph_(&graph),
      width_(machine.model().warp_width),
      layouts_(make_layouts(machine)),
      first_leaves_(number_leaves(machine.plan())),
      identities_(identities_of(machine)),
      work_by_pc_(make_work_table(machine)) {
  reset();
}

ProvenanceObserver::ProvenanceObserver(const Machine& machine, ProvenanceState& shadow,
                                       const ProvenanceGraph& graph)
    : machine_(machine),
      shadow_(shadow),
      graph_(&graph),
      width_(machine.model().warp_width),
      layouts_(make_layouts(machine)),
      first_leaves_(number_leaves(machine.plan())),
      identities_(identities_of(machine)) {}

ProvenanceObserver::ProvenanceObserver(const ProvenanceObserver& like, ProvenanceState& shadow,
                                       const ProvenanceGraph& graph)
    : machine_(like.machine_),
      shadow_(shadow),
      graph_(&graph),
      width_(like.width_),
      layouts_(like.layouts_),
      first_leaves_(like.first_leaves_),
      identities_(like.identities_) {}

void ProvenanceObserver::follow_only_ids() { wanted_ = find_wanted(machine_, identities_.get(), layouts_); }

std::span<const ProvenanceObserver::Work> ProvenanceObserver::work_by_instruction(
    std::uint32_t launch) const {
  if (launch >= work_by_pc_.size()) return {};
  return work_by_pc_[launch];
}

std::span<const std::uint8_t> ProvenanceObserver::wanted_instructions(std::uint32_t launch) {
  if (launch >= wanted_.size()) return {};
  return wanted_[launch];
}

void ProvenanceObserver::merge(const ProvenanceObserver& part) {
  shadow_.work += part.shadow_.work;
  shadow_.useful_work += part.shadow_.useful_work;
  shadow_.latest = std::max(shadow_.latest, part.shadow_.latest);
  for (std::size_t launch = 0; launch < work_by_pc_.size(); ++launch) {
    for (std::size_t pc = 0; pc < work_by_pc_[launch].size(); ++pc) {
      work_by_pc_[launch][pc].all += part.work_by_pc_[launch][pc].all;
      work_by_pc_[launch][pc].useful += part.work_by_pc_[launch][pc].useful;
    }
  }
}

void ProvenanceObserver::reset() {
  shadow_ = {};
  shadow_.unit_bytes = provenance_unit_bytes(machine_);
  if (building_) {
    ProvenanceNode node;
    node.kind = ProvenanceNode::Kind::identity;
    building_->add(node);
  }
  const std::vector<PlanBuffer>& buffers = machine_.plan().buffers;
  for (std::uint32_t buffer = 0; buffer < buffers.size(); ++buffer) {
    std::vector<ProvenanceId> ids(buffers[buffer].elements, 0);
    if (identities_ && identities_->buffers[buffer]) std::ranges::fill(ids, identity());
    if (buffers[buffer].role == PlanBuffer::Role::input) {
      if (building_)
        for (std::uint64_t index = 0; index < ids.size(); ++index) ids[index] = leaf(buffer, index);
      else
        std::ranges::fill(ids, ProvenanceId{1});
    }
    shadow_.buffer_provenance.emplace_back(std::move(ids));
  }
  apply_host_calls(0);
}

ProvenanceId ProvenanceObserver::leaf(std::uint32_t buffer, std::uint64_t index) {
  if (!building_) return 1;
  ProvenanceNode node;
  node.kind = ProvenanceNode::Kind::input;
  node.has_input = true;
  node.buffer = buffer;
  node.index = index;
  building_->add(node);
  return shadow_.next_id++;
}

std::size_t ProvenanceObserver::register_at(const Step& step, Register reg) const {
  return std::size_t{step.moment.warp} * step.layout.register_count + reg;
}

ProvenanceId ProvenanceObserver::get(const Step& step, Register reg, unsigned lane) const {
  return shadow_.register_provenance[register_at(step, reg) * width_ + lane];
}

void ProvenanceObserver::set(const Step& step, Register reg, unsigned lane, ProvenanceId id) {
  const std::size_t at = register_at(step, reg);
  shadow_.register_provenance[at * width_ + lane] = id;
  const std::uint64_t bit = std::uint64_t{1} << lane;
  if (id != 0) {
    shadow_.input_lanes[at] |= bit;
  } else {
    shadow_.input_lanes[at] &= ~bit;
  }
}

void ProvenanceObserver::clear(const Step& step, Register reg) {
  const std::uint64_t lanes = lanes_with_input(step, reg);
  if (lanes == 0) return;
  const std::size_t at = register_at(step, reg);
  for_each_lane(lanes, [&](unsigned lane) { shadow_.register_provenance[at * width_ + lane] = 0; });
  shadow_.input_lanes[at] &= ~lanes;
}

std::uint64_t ProvenanceObserver::lanes_with_input(const Step& step, Register reg) const {
  return shadow_.input_lanes[register_at(step, reg)] & step.moment.lanes;
}

void ProvenanceObserver::on_launch_begin(const MachineState&, std::uint32_t) {
  shadow_.launch_start = shadow_.latest;
}

void ProvenanceObserver::on_launch_end(const MachineState& state, std::uint32_t launch) {
  if (!state.ended_early()) apply_host_calls(launch + std::size_t{1});
}

void ProvenanceObserver::on_group_begin(const MachineState& state, std::uint32_t) {
  const ProvenanceLayout& layout = layouts_[state.launch];
  const std::size_t warps = state.group.warps.size();
  const std::size_t lanes = warps * width_;
  const auto units = [&](std::uint64_t bytes) {
    return (bytes + shadow_.unit_bytes - 1) / shadow_.unit_bytes;
  };
  shadow_.register_provenance.assign(lanes * layout.register_count, 0);
  shadow_.input_lanes.assign(warps * layout.register_count, 0);
  shadow_.local_provenance.assign(units(state.group.local_memory.size()), 0);
  shadow_.private_provenance.assign(lanes * units(layout.private_bytes), 0);
  shadow_.clocks.assign(lanes, shadow_.launch_start);
  local_has_ids_ = private_has_ids_ = graph_ != nullptr;
  if (!identities_) return;
  for (const Register reg : identities_->parameters[state.launch]) {
    for (std::size_t warp = 0; warp < warps; ++warp) {
      const std::size_t at = warp * layout.register_count + reg;
      std::fill_n(shadow_.register_provenance.data() + at * width_, width_, identity());
      shadow_.input_lanes[at] = ~std::uint64_t{0};
    }
  }
}

void ProvenanceObserver::on_group_leave(const MachineState&, std::uint32_t group) {
  shadow_.left_groups[group] = {std::move(shadow_.local_provenance), std::move(shadow_.register_provenance),
                                std::move(shadow_.private_provenance), std::move(shadow_.input_lanes),
                                std::move(shadow_.clocks)};
}

void ProvenanceObserver::on_group_return(const MachineState&, std::uint32_t group) {
  auto left = shadow_.left_groups.extract(group);
  if (left.empty()) return;
  shadow_.local_provenance = std::move(left.mapped().local);
  shadow_.register_provenance = std::move(left.mapped().registers);
  shadow_.private_provenance = std::move(left.mapped().private_memory);
  shadow_.input_lanes = std::move(left.mapped().input_lanes);
  shadow_.clocks = std::move(left.mapped().clocks);
  local_has_ids_ = private_has_ids_ = true;
}

void ProvenanceObserver::on_access(const MachineState& state, const Moment& moment,
                                   const Instruction& instruction, const ObservedAccess& observed) {
  pending_.lanes = observed.access.active;
  pending_.shape = observed.shape;
  if (observed.shape != nullptr)
    pending_.first = observed.access.addresses[static_cast<std::size_t>(std::countr_zero(pending_.lanes))];
  const bool compares = instruction.op == Opcode::atomic &&
                        static_cast<AtomicOp>(instruction.mode) == AtomicOp::compare_exchange;
  if (observed.shape == nullptr)
    std::copy_n(observed.access.addresses.begin(), width_, pending_.addresses.begin());
  if (!compares) return;
  const Warp& warp = state.group.warps[moment.warp];
  for_each_lane(pending_.lanes, [&](unsigned lane) {
    pending_.expected[lane] = state.register_bits(warp, instruction.b, instruction.type, lane);
  });
}

void ProvenanceObserver::on_instruction(const MachineState& state, const Moment& moment,
                                        const Instruction& instruction) {
  const Step step{state, moment, instruction, layouts_[moment.launch]};
  if (is_inside_combiner(step)) {
    pending_.lanes = 0;
    return;
  }
  // The condition of an extremum represents both values until the chosen value exists.
  if (const ValueSources sources = value_sources(instruction);
      sources.kind == ValueSources::Kind::operation) {
    combine_registers(step, sources.all());
    pending_.lanes = 0;
    return;
  }
  follow(step);
  pending_.lanes = 0;
}

void ProvenanceObserver::follow(const Step& step) {
  const Instruction& instruction = step.instruction;
  switch (opcode_info(instruction.op).group) {
    case OpcodeGroup::value:
      if (instruction.op == Opcode::constant) return set_constant(step);
      if (instruction.op == Opcode::select) return choose(step);
      return pass_on(step, instruction.a);
    case OpcodeGroup::conversion:
    case OpcodeGroup::half:
    case OpcodeGroup::arithmetic:  // with one operand; those with two are operations
    case OpcodeGroup::bits:
      return pass_on(step, instruction.a);
    case OpcodeGroup::memory:
      return access(step);
    case OpcodeGroup::atomic:
      return update(step);
    case OpcodeGroup::control:
      if (instruction.op == Opcode::call) call(step);
      if (instruction.op == Opcode::if_end && instruction.mode != 0)
        take_extremum(step, step.state.group.warps[step.moment.warp].active);
      return;
    case OpcodeGroup::synchronisation:  // a collective function has its own hook
      if (instruction.op != Opcode::collective) clear_written(step);
      return;
    case OpcodeGroup::comparison:
    case OpcodeGroup::builtin:
    case OpcodeGroup::query:
    case OpcodeGroup::pointer:
    case OpcodeGroup::image:
    case OpcodeGroup::print:
      return clear_written(step);
  }
}

void ProvenanceObserver::access(const Step& step) {
  if (step.instruction.op == Opcode::load) return load(step);
  if (step.instruction.op == Opcode::store) return store(step);
  if (step.instruction.op == Opcode::copy) return copy_memory(step);
  clear_written(step);  // private_address
}

void ProvenanceObserver::clear_written(const Step& step) {
  const RegisterRun written = registers_written(step.instruction);
  for (unsigned k = 0; k < written.count; ++k) clear(step, static_cast<Register>(written.first + k));
}

void ProvenanceObserver::set_constant(const Step& step) {
  const Register to = step.instruction.dst;
  const std::size_t program = machine_.plan().launches[step.moment.launch].program;
  if (!identities_ || !identities_->constants[program][step.moment.pc]) return clear(step, to);
  ProvenanceId* const results = row(step, to);
  for_each_lane(step.moment.lanes, [&](unsigned lane) { results[lane] = identity(); });
  shadow_.input_lanes[register_at(step, to)] |= step.moment.lanes;
}

void ProvenanceObserver::pass_on(const Step& step, Register from) {
  const Register to = step.instruction.dst;
  if (lanes_with_input(step, from) == 0) return clear(step, to);
  const ProvenanceId* const ids = row(step, from);
  ProvenanceId* const results = row(step, to);
  const std::uint64_t lanes = step.moment.lanes;
  std::uint64_t& mask = shadow_.input_lanes[register_at(step, to)];
  const std::uint64_t with_input = lanes_with_input(step, from);
  if (count_lanes(lanes) == width_)
    std::copy_n(ids, width_, results);
  else
    for_each_lane(lanes, [&](unsigned lane) { results[lane] = ids[lane]; });
  mask = (mask & ~lanes) | with_input;
}

// If neither of the compared values has input, the result has no input.
void ProvenanceObserver::take_extremum(const Step& step, std::uint64_t lanes) {
  for_each_lane(lanes, [&](unsigned lane) {
    set(step, step.instruction.dst, lane, get(step, step.instruction.a, lane));
  });
}

// The condition is read after the instruction. If it shared its register with the result, it is lost, and the
// operand that contains input represents both.
void ProvenanceObserver::choose(const Step& step) {
  const Instruction& instruction = step.instruction;
  if (instruction.mode != 0) return take_extremum(step, step.moment.lanes);
  if ((lanes_with_input(step, instruction.b) | lanes_with_input(step, instruction.c)) == 0)
    return clear(step, instruction.dst);
  const Warp& warp = step.state.group.warps[step.moment.warp];
  for_each_lane(step.moment.lanes, [&](unsigned lane) {
    const ProvenanceId first = get(step, instruction.b, lane);
    const ProvenanceId second = get(step, instruction.c, lane);
    if (instruction.dst == instruction.a) {
      set(step, instruction.dst, lane, first != 0 ? first : second);
      return;
    }
    const bool holds = step.state.register_bits(warp, instruction.a, LaneType::int32, lane) != 0;
    set(step, instruction.dst, lane, holds ? first : second);
  });
}

}  // namespace lockstep::sim
