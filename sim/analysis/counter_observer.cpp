#include "sim/analysis/counter_observer.hpp"

#include "sim/analysis/provenance_observer.hpp"

namespace lockstep::sim {

namespace {

Counters count_global(const GlobalCost& cost, AccessKind kind) {
  Counters counters;
  counters.bytes_moved = cost.bytes;
  switch (kind) {
    case AccessKind::load:
      counters.global_load_requests = cost.requests;
      counters.global_load_transactions = cost.transactions;
      break;
    case AccessKind::store:
      counters.global_store_requests = cost.requests;
      counters.global_store_transactions = cost.transactions;
      break;
    case AccessKind::atomic:
      counters.global_atomic_transactions = cost.transactions;
      break;
  }
  return counters;
}

Counters count_local(const LocalCost& cost, AccessKind kind) {
  Counters counters;
  counters.local_conflicts = cost.conflicts();
  switch (kind) {
    case AccessKind::load:
      counters.local_load_requests = 1;
      counters.local_load_wavefronts = cost.wavefronts;
      break;
    case AccessKind::store:
      counters.local_store_requests = 1;
      counters.local_store_wavefronts = cost.wavefronts;
      break;
    case AccessKind::atomic:
      counters.local_atomic_wavefronts = cost.wavefronts;
      break;
  }
  return counters;
}

}  // namespace

// Constant memory has a cache of its own and is not part of the global traffic.
Counters count_access(const DeviceModel& model, Space space, const WarpAccess& access) {
  if (access.active == 0) return {};
  if (space == Space::global) return count_global(global_cost(model, access), access.kind);
  if (space == Space::local) return count_local(local_cost(model, access), access.kind);
  return {};
}

Counters count_branch(const Instruction& instruction, const ObservedBranch& branch) {
  Counters counters;
  if (!instruction.counts_as_branch) return counters;
  counters.branches = 1;
  counters.divergent_branches = branch.divergent() ? 1 : 0;
  return counters;
}

CounterObserver::CounterObserver(const Machine& machine, const ProvenanceObserver* provenance)
    : machine_(machine), provenance_(provenance) {
  const Plan& plan = machine.plan();
  for (std::size_t program = 0; program < plan.programs.size(); ++program)
    programs_.push_back(make_lines(machine.program(program)));
  for (const PlanLaunch& launch : plan.launches)
    launches_.push_back({{}, std::vector<InstructionTally>(machine.program(launch.program).code.size())});
}

CounterObserver::ProgramLines CounterObserver::make_lines(const Program& program) {
  ProgramLines lines;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> slots;
  for (const language::SourceRange& range : program.ranges) {
    const auto next = static_cast<std::uint32_t>(lines.line_of_slot.size());
    const auto [entry, is_new] = slots.try_emplace({range.file, range.line}, next);
    if (is_new) lines.line_of_slot.emplace_back(range.file, range.line);
    lines.slot_of_range.push_back(entry->second);
  }
  lines.events.resize(lines.line_of_slot.size());
  return lines;
}

Counters CounterObserver::executed(std::size_t launch, std::size_t pc) const {
  const InstructionTally& tally = launches_[launch].tally[pc];
  Counters counters;
  counters.instructions = tally.executed;
  counters.lane_slots = tally.slots;
  counters.active_lanes = tally.lanes;
  if (provenance_) counters.work = provenance_->work_by_instruction(static_cast<std::uint32_t>(launch))[pc];
  return counters;
}

std::vector<Counters> CounterObserver::launches() const {
  std::vector<Counters> result;
  for (std::size_t launch = 0; launch < launches_.size(); ++launch) {
    Counters& sum = result.emplace_back(launches_[launch].events);
    for (std::size_t pc = 0; pc < launches_[launch].tally.size(); ++pc) sum += executed(launch, pc);
  }
  return result;
}

std::vector<LineCounters> CounterObserver::lines() const {
  std::vector<std::vector<Counters>> slots;
  for (const ProgramLines& lines : programs_) slots.push_back(lines.events);
  for (std::size_t launch = 0; launch < launches_.size(); ++launch) {
    const std::size_t program = machine_.plan().launches[launch].program;
    const std::vector<Instruction>& code = machine_.program(program).code;
    for (std::size_t pc = 0; pc < code.size(); ++pc)
      slots[program][programs_[program].slot_of_range[code[pc].range]] += executed(launch, pc);
  }
  std::vector<LineCounters> result(programs_.size());
  for (std::size_t program = 0; program < programs_.size(); ++program) {
    for (std::size_t slot = 0; slot < slots[program].size(); ++slot) {
      if (slots[program][slot] == Counters{}) continue;
      result[program][programs_[program].line_of_slot[slot]] = slots[program][slot];
    }
  }
  return result;
}

void CounterObserver::add(const MachineState& state, const Instruction& instruction,
                          const Counters& counters) {
  launches_[state.launch].events += counters;
  ProgramLines& lines = programs_[machine_.plan().launches[state.launch].program];
  lines.events[lines.slot_of_range[instruction.range]] += counters;
}

void CounterObserver::on_launch_begin(const MachineState&, std::uint32_t launch) {
  ++launches_[launch].events.launches;
  if (provenance_) steps_before_ = provenance_->steps();
}

void CounterObserver::on_launch_end(const MachineState&, std::uint32_t launch) {
  if (provenance_) launches_[launch].events.steps = provenance_->steps() - steps_before_;
}

void CounterObserver::on_group_begin(const MachineState& state, std::uint32_t) {
  Counters& events = launches_[state.launch].events;
  ++events.work_groups;
  events.warps += state.group.warps.size();
}

void CounterObserver::on_access(const MachineState& state, const Moment&, const Instruction& instruction,
                                const ObservedAccess& observed) {
  add(state, instruction, count_access(machine_.model(), observed.space, observed.access));
}

void CounterObserver::on_branch(const MachineState& state, const Moment&, const Instruction& instruction,
                                const ObservedBranch& branch) {
  add(state, instruction, count_branch(instruction, branch));
}

void CounterObserver::on_barrier_release(const MachineState& state, std::uint32_t,
                                         const Instruction& instruction) {
  Counters counters;
  counters.barriers = 1;
  add(state, instruction, counters);
}

std::span<InstructionTally> CounterObserver::instruction_tally(std::uint32_t launch) {
  return launches_[launch].tally;
}

}  // namespace lockstep::sim
