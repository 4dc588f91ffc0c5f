#include "sim/observers/counters/counter_observer.hpp"

#include <algorithm>
#include <bit>

#include "sim/bytecode/opcode.hpp"
#include "sim/observers/provenance/observer.hpp"

namespace lockstep::sim {

namespace {

void add_global(const GlobalCost& cost, const WarpAccess& access, Counters& counters) {
  counters.bytes_moved += cost.bytes;
  if (access.kind != AccessKind::atomic)
    counters.bytes_asked += std::uint64_t{count_lanes(access.active)} * access.bytes;
  switch (access.kind) {
    case AccessKind::load:
      counters.global_load_requests += cost.requests;
      counters.global_load_transactions += cost.transactions;
      break;
    case AccessKind::store:
      counters.global_store_requests += cost.requests;
      counters.global_store_transactions += cost.transactions;
      break;
    case AccessKind::atomic:
      counters.global_atomic_transactions += cost.transactions;
      break;
  }
}

void add_local(const LocalCost& cost, AccessKind kind, Counters& counters) {
  counters.local_conflicts += cost.conflicts();
  switch (kind) {
    case AccessKind::load:
      ++counters.local_load_requests;
      counters.local_load_wavefronts += cost.wavefronts;
      break;
    case AccessKind::store:
      ++counters.local_store_requests;
      counters.local_store_wavefronts += cost.wavefronts;
      break;
    case AccessKind::atomic:
      counters.local_atomic_wavefronts += cost.wavefronts;
      break;
  }
}

void add_constant(const ConstantCost& cost, Counters& counters) {
  counters.constant_load_requests += cost.requests;
  counters.constant_load_passes += cost.passes;
}

}  // namespace

// Constant memory has its own cache and is not part of the global traffic.
void add_access(const DeviceModel& model, Space space, const WarpAccess& access, Counters& counters) {
  if (access.active == 0) return;
  if (space == Space::global) add_global(global_cost(model, access), access, counters);
  if (space == Space::local) add_local(local_cost(model, access), access.kind, counters);
  if (space == Space::constant) add_constant(constant_cost(model, access), counters);
}

void add_branch(const Instruction& instruction, const ObservedBranch& branch, Counters& counters) {
  if (!instruction.counts_as_branch) return;
  ++counters.branches;
  if (branch.divergent()) ++counters.divergent_branches;
}

CounterObserver::CounterObserver(const Machine& machine, const ProvenanceObserver* provenance,
                                 Counters* running)
    : machine_(machine), provenance_(provenance), running_(running) {
  const Plan& plan = machine.plan();
  for (const PlanLaunch& launch : plan.launches) {
    const std::size_t size = machine.program(launch.program).code.size();
    launches_.push_back({{}, std::vector<Counters>(size), std::vector<InstructionTally>(size)});
  }
}

void CounterObserver::merge(const CounterObserver& part) {
  for (std::size_t launch = 0; launch < launches_.size(); ++launch) {
    Launch& mine = launches_[launch];
    const Launch& other = part.launches_[launch];
    mine.whole.work_groups += other.whole.work_groups;
    mine.whole.warps += other.whole.warps;
    for (std::size_t pc = 0; pc < mine.events.size(); ++pc) {
      mine.events[pc] += other.events[pc];
      mine.tally[pc].executed += other.tally[pc].executed;
      mine.tally[pc].lanes += other.tally[pc].lanes;
      mine.tally[pc].slots += other.tally[pc].slots;
    }
  }
}

void CounterObserver::merge(const CounterObserver& part, std::uint32_t launch, std::uint64_t times) {
  Launch& mine = launches_[launch];
  const Launch& other = part.launches_[launch];
  mine.whole += other.whole * times;
  for (std::size_t pc = 0; pc < mine.events.size(); ++pc) {
    if (other.tally[pc].executed == 0) continue;
    mine.events[pc] += other.events[pc] * times;
    mine.tally[pc].executed += other.tally[pc].executed * times;
    mine.tally[pc].lanes += other.tally[pc].lanes * times;
    mine.tally[pc].slots += other.tally[pc].slots * times;
  }
}

void CounterObserver::clear(std::uint32_t launch) {
  Launch& mine = launches_[launch];
  mine.whole = {};
  std::ranges::fill(mine.events, Counters{});
  std::ranges::fill(mine.tally, InstructionTally{});
}

Counters CounterObserver::instruction(std::size_t launch, std::size_t pc) const {
  const InstructionTally& tally = launches_[launch].tally[pc];
  Counters counters = launches_[launch].events[pc];
  counters.instructions = tally.executed;
  const Opcode op = machine_.program(machine_.plan().launches[launch].program).code[pc].op;
  if (!joins_lanes(op)) {
    counters.lane_slots = tally.slots;
    counters.active_lanes = tally.lanes;
  }
  if (op == Opcode::collective) counters.collectives = tally.executed;
  if (!provenance_) return counters;
  const auto work = provenance_->work_by_instruction(static_cast<std::uint32_t>(launch))[pc];
  counters.work = work.all;
  counters.useful_work = work.useful;
  return counters;
}

std::vector<Counters> CounterObserver::launches() const {
  std::vector<Counters> result;
  for (std::size_t launch = 0; launch < launches_.size(); ++launch) {
    Counters& sum = result.emplace_back(launches_[launch].whole);
    for (std::size_t pc = 0; pc < launches_[launch].tally.size(); ++pc) sum += instruction(launch, pc);
  }
  return result;
}

std::vector<LineCounters> CounterObserver::lines() const {
  std::vector<LineCounters> result(machine_.plan().programs.size());
  for (std::size_t launch = 0; launch < launches_.size(); ++launch) {
    const std::size_t index = machine_.plan().launches[launch].program;
    const Program& program = machine_.program(index);
    for (std::size_t pc = 0; pc < program.code.size(); ++pc) {
      const Counters counters = instruction(launch, pc);
      if (counters == Counters{}) continue;
      const SourceRange& range = program.ranges[program.code[pc].range];
      result[index][{range.file, range.line}] += counters;
    }
  }
  return result;
}

Counters& CounterObserver::events(const MachineState& state, const Instruction& instruction) {
  const std::vector<Instruction>& code =
      machine_.program(machine_.plan().launches[state.launch].program).code;
  return launches_[state.launch].events[static_cast<std::size_t>(&instruction - code.data())];
}

void CounterObserver::on_launch_begin(const MachineState&, std::uint32_t launch) {
  ++launches_[launch].whole.launches;
  if (provenance_) steps_before_ = provenance_->steps();
}

void CounterObserver::on_launch_end(const MachineState&, std::uint32_t launch) {
  if (provenance_) launches_[launch].whole.steps = provenance_->steps() - steps_before_;
}

void CounterObserver::on_group_begin(const MachineState& state, std::uint32_t) {
  Counters& whole = launches_[state.launch].whole;
  ++whole.work_groups;
  whole.warps += state.group.warps.size();
}

const CounterObserver::KnownCost& CounterObserver::known_cost(const ObservedAccess& observed) {
  const AccessShape& shape = *observed.shape;
  const WarpAccess& access = observed.access;
  const std::uint64_t first =
      access.addresses[static_cast<std::size_t>(std::countr_zero(shape.active))] % kAddressPeriod;
  if (shape.place >= known_costs_.size()) known_costs_.resize(shape.place + std::size_t{1});
  if (!known_costs_[shape.place]) known_costs_[shape.place] = std::make_unique<CostsOfShape>();
  KnownCost& known = (*known_costs_[shape.place])[first / 4];
  if (known.shape == shape.number && known.first == first && known.space == observed.space &&
      known.kind == access.kind)
    return known;
  known = {shape.number, first, observed.space, access.kind, {}, {}, {}};
  const DeviceModel& model = machine_.model();
  if (observed.space == Space::global) known.global = global_cost(model, access);
  if (observed.space == Space::local) known.local = local_cost(model, access);
  if (observed.space == Space::constant) known.constant = constant_cost(model, access);
  return known;
}

void CounterObserver::on_access(const MachineState& state, const Moment& moment, const Instruction&,
                                const ObservedAccess& observed) {
  Counters& events = launches_[state.launch].events[moment.pc];
  if (observed.shape != nullptr && observed.denied == 0 && running_ == nullptr) {
    const KnownCost& known = known_cost(observed);
    if (observed.space == Space::global) add_global(known.global, observed.access, events);
    if (observed.space == Space::local) add_local(known.local, observed.access.kind, events);
    if (observed.space == Space::constant) add_constant(known.constant, events);
    return;
  }
  const WarpAccess demand = observed.demand();
  if (!running_) return add_access(machine_.model(), observed.space, demand, events);
  Counters cost;
  add_access(machine_.model(), observed.space, demand, cost);
  events += cost;
  *running_ += cost;
}

void CounterObserver::on_branch(const MachineState& state, const Moment& moment,
                                const Instruction& instruction, const ObservedBranch& branch) {
  add_branch(instruction, branch, launches_[state.launch].events[moment.pc]);
}

void CounterObserver::on_barrier_release(const MachineState& state, std::uint32_t,
                                         const Instruction& instruction) {
  ++events(state, instruction).barriers;
}

std::span<InstructionTally> CounterObserver::instruction_tally(std::uint32_t launch) {
  return launches_[launch].tally;
}

}  // namespace lockstep::sim
