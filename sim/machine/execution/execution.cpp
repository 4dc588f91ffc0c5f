// Executes the instructions of a warp, the warps of a group, the groups of a launch, and the launches of the
// plan in order. The machine changes to the next warp, group or launch at the end of a step, so between two
// steps either some warp is ready to execute or the plan is done.
#include "sim/machine/execution/execution.hpp"

#include "sim/machine/execution/loop_findings.hpp"
#include "sim/machine/execution/loop_watch.hpp"

namespace lockstep::sim {

Execution::Execution(const Setup& machine_setup, MachineState& machine_state,
                     std::span<Observer* const> watching, RunWatch* run_watch)
    : setup(machine_setup),
      state(machine_state),
      width(machine_setup.width()),
      all_lanes(lane_mask(machine_setup.width())),
      observers(watching),
      watch_(run_watch) {
  for (Observer* observer : observers) {
    if (observer->wants_instructions()) instruction_observers.push_back(observer);
    if (observer->wants_accesses()) access_observers.push_back(observer);
    if (observer->wants_texels()) texel_observers.push_back(observer);
    if (observer->wants_branches()) branch_observers.push_back(observer);
  }
}

std::uint64_t Execution::work_item(std::uint32_t warp_index, unsigned lane) const {
  return launch->work_item(state.group.group, local_index(warp_index, lane));
}

void Execution::enter_launch() {
  launch = &setup.launches[state.launch];
  tallies.clear();
  for (Observer* observer : observers) {
    const std::span<InstructionTally> tally = observer->instruction_tally(launch->index);
    if (tally.size() >= launch->code->size() && !tally.empty()) tallies.push_back(tally.data());
  }
  stretches_.assign(tallies.empty() ? 0 : launch->code->size(), {});
  if (uses_shapes_) shapes.reset(launch->code->size());
  reported_.assign(launch->code->size(), 0);
  for (Observer* observer : instruction_observers) {
    const std::span<const std::uint8_t> wanted = observer->wanted_instructions(launch->index);
    for (std::size_t i = 0; i < reported_.size(); ++i)
      if (wanted.empty() || wanted[i] != 0) reported_[i] = 1;
  }
  const std::vector<Operation>& code = *launch->code;
  plain_ends_.resize(code.size());
  for (std::uint32_t at = static_cast<std::uint32_t>(code.size()); at-- > 0;) {
    const bool is_plain = code[at].is_plain && reported_[at] == 0 && code[at].stretch_end != at;
    plain_ends_[at] = is_plain ? plain_ends_[at + 1] : at;
  }
}

void Execution::use_shapes() {
  uses_shapes_ = true;
  shapes.reset(launch->code->size());
}

void Execution::enter_group() {
  const std::uint64_t group = state.group.group;
  group_id = {group % launch->groups[0], group / launch->groups[0] % launch->groups[1],
              group / launch->groups[0] / launch->groups[1]};
  shape = &launch->shape_of(group);
}

void Execution::enter_warp() {
  warp = &state.group.warps[state.current_warp];
  registers = warp->registers.data();
}

// Calls the first hooks of a plan, in the first step of the plan. The hooks of later groups and launches are
// called when the previous group or launch ends.
void Execution::begin_plan() {
  if (state.executed != 0) return;
  for (Observer* observer : observers) observer->on_launch_begin(state, state.launch);
  enter_launch();
  for (Observer* observer : observers) observer->on_group_begin(state, state.group.group);
}

void Execution::enter() {
  enter_launch();
  enter_group();
  enter_warp();
}

bool Execution::step() {
  if (state.done(setup.launches.size())) return false;
  enter();
  begin_plan();
  return step_on();
}

void Execution::step_through(const std::function<bool()>& goes_on) {
  if (state.done(setup.launches.size())) return;
  enter();
  begin_plan();
  // The table of access shapes saves time only in a long run, not in the few steps of a seek.
  constexpr unsigned kFewSteps = 256;
  for (unsigned steps = 1; step_on() && goes_on() && !state.done(setup.launches.size()); ++steps)
    if (steps == kFewSteps) use_shapes();
}

bool Execution::step_on() {
  if (state.executed >= setup.options.step_budget) {
    end_early(EarlyEnd::step_budget);
    return false;
  }
  execute_one();
  if (warp->status != Warp::Status::ready) {
    if (!next_warp()) change_group(how_group_ended() == EarlyEnd::none);
  } else if (setup.options.schedule.is_preemptive()) {
    give_way();
  }
  return true;
}

void Execution::run() {
  if (state.done(setup.launches.size())) return;
  enter();
  begin_plan();
  use_shapes();
  while (!state.done(setup.launches.size())) {
    const EarlyEnd early = run_warps();
    if (early != EarlyEnd::none && early != EarlyEnd::endless_loop) return end_early(early);
    if (!change_group(early == EarlyEnd::none)) return;
  }
}

bool Execution::run_groups(std::uint32_t end) {
  enter();
  use_shapes();
  for (Observer* observer : observers) observer->on_group_begin(state, state.group.group);
  return go_on_groups(end);
}

bool Execution::resume_groups(std::uint32_t end) {
  enter();
  use_shapes();
  return go_on_groups(end);
}

bool Execution::go_on_groups(std::uint32_t end) {
  for (;;) {
    EarlyEnd early = run_warps();
    if (early == EarlyEnd::paused) {
      tally_stretches();
      return false;
    }
    const bool ended = early == EarlyEnd::none;
    if (ended) announce_end();
    if (ended || early == EarlyEnd::endless_loop) {
      const Turn turn = take_turn(ended, end);
      if (turn == Turn::group) continue;
      if (turn == Turn::none_left) {
        tally_stretches();
        return true;
      }
      early = EarlyEnd::endless_loop;
    }
    report_early(early);
    return false;
  }
}

EarlyEnd Execution::check_limits() {
  const std::uint64_t budget = setup.options.step_budget;
  if (state.executed >= budget) return EarlyEnd::step_budget;
  const bool has_run = limit_ != 0;
  limit_ = watch_ == nullptr ? budget : std::min(budget, state.executed + watch_->between_looks());
  if (watch_ == nullptr) return EarlyEnd::none;
  const EarlyEnd early = watch_->check_limits();
  return early == EarlyEnd::none && has_run && watch_->pauses() ? EarlyEnd::paused : early;
}

EarlyEnd Execution::run_warps() {
  if (setup.options.schedule.is_preemptive()) return run_preempted_warps();
  do {
    while (warp->status == Warp::Status::ready) {
      if (state.executed >= limit_)
        if (const EarlyEnd early = check_limits(); early != EarlyEnd::none) return early;
      while (warp->status == Warp::Status::ready && state.executed < limit_) execute_stretch();
    }
  } while (next_warp());
  return how_group_ended();
}

void Execution::execute_one() {
  pc = warp->pc;
  next = pc + 1;
  lanes = warp->active;
  const Operation& operation = (*launch->code)[pc];
  if (!tallies.empty()) tally_instruction();
  (lanes == all_lanes ? operation.handlers.full : operation.handlers.masked)(*this, operation);
  warp->pc = next;
  if (reported_[pc] != 0) report_instruction(operation);
  ++state.executed;
}

// Executes a stretch of instructions as execute_one() would, but performs the work that they have in common
// only once. The stretch is not used if it would exceed the limit of run_warps().
void Execution::execute_stretch() {
  const Operation* const code = launch->code->data();
  const std::uint32_t begin = warp->pc;
  const std::uint32_t end = code[begin].stretch_end;
  if (limit_ - state.executed <= end - begin) return execute_one();
  lanes = warp->active;
  const bool is_full = lanes == all_lanes;
  if (!stretches_.empty()) {
    ++stretches_[begin].executed;
    stretches_[begin].lanes += is_full ? width : count_lanes(lanes);
  }
  for (std::uint32_t at = begin; at <= end; ++at) {
    const std::uint32_t plain_end = plain_ends_[at];
    state.executed += plain_end - at;
    for (; at != plain_end; ++at)
      (is_full ? code[at].handlers.full : code[at].handlers.masked)(*this, code[at]);
    const Operation& operation = code[at];
    warp->pc = pc = at;
    next = at + 1;
    (is_full ? operation.handlers.full : operation.handlers.masked)(*this, operation);
    warp->pc = next;
    if (reported_[at] != 0) report_instruction(operation);
    ++state.executed;
  }
}

// Adds the counts of the stretches to the tallies. Each instruction of a stretch ran as often as the stretch
// was entered at this instruction or before it.
void Execution::tally_stretches() {
  StretchTally sum;
  for (std::uint32_t at = 0; at < stretches_.size(); ++at) {
    sum.executed += stretches_[at].executed;
    sum.lanes += stretches_[at].lanes;
    for (InstructionTally* tally : tallies) {
      tally[at].executed += sum.executed;
      tally[at].lanes += sum.lanes;
      tally[at].slots += sum.executed * width;
    }
    if ((*launch->code)[at].stretch_end == at) sum = {};
    stretches_[at] = {};
  }
}

// Adds the current instruction to the tallies. For full warps, the usual case, the bits of the mask need not
// be counted.
void Execution::tally_instruction() {
  for (InstructionTally* tally : tallies) {
    ++tally[pc].executed;
    tally[pc].lanes += lanes == all_lanes ? width : count_lanes(lanes);
    tally[pc].slots += width;
  }
}

void Execution::report_instruction(const Operation& operation) {
  const Moment now = moment();
  for (Observer* observer : instruction_observers) {
    observer->on_instruction(state, now, *operation.instruction);
  }
}

void Execution::announce_end() {
  for (Observer* observer : observers) observer->on_group_end(state, state.group.group);
  if (watch_ != nullptr) watch_->end_group();
}

bool Execution::change_group(bool ended) {
  if (ended) announce_end();
  switch (take_turn(ended, static_cast<std::uint32_t>(launch->group_count))) {
    case Turn::group:
      return true;
    case Turn::endless:
      end_early(EarlyEnd::endless_loop);
      return false;
    case Turn::none_left:
      break;
  }
  tally_stretches();
  for (Observer* observer : observers) observer->on_launch_end(state, state.launch);
  prepare_launch(setup, state, state.launch + 1);
  if (state.done(setup.launches.size())) return false;
  for (Observer* observer : observers) observer->on_launch_begin(state, state.launch);
  enter();
  for (Observer* observer : observers) observer->on_group_begin(state, state.group.group);
  return true;
}

void Execution::leave_group() {
  for (Observer* observer : observers) observer->on_group_leave(state, state.group.group);
  state.waiting.push_back(std::move(state.group));
  state.group = {};
}

void Execution::return_to(std::size_t waiting) {
  state.group = std::move(state.waiting[waiting]);
  state.waiting.erase(state.waiting.begin() + static_cast<std::ptrdiff_t>(waiting));
  state.current_warp = 0;
  enter_group();
  enter_warp();
  for (Observer* observer : observers) observer->on_group_return(state, state.group.group);
}

// Selects the next group: a waiting group whose loops may see a change or, if there is none, a new group if
// the device has space for it. If neither exists, the group that has waited the longest never ends.
Execution::Turn Execution::take_turn(bool ended, std::uint32_t end) {
  const auto changed = std::ranges::find_if(
      state.waiting, [&](const WorkGroupState& group) { return may_see_change(state, group); });
  const bool has_next = state.next_turn < end && has_room_for_group(*this);
  if (!ended &&
      (!reads_global_memory(*this) || (changed == state.waiting.end() && !has_next && state.waiting.empty())))
    return Turn::endless;
  const auto index = static_cast<std::size_t>(changed - state.waiting.begin());
  const bool returns = changed != state.waiting.end();
  if (!returns && !has_next && ended && state.waiting.empty()) return Turn::none_left;
  if (!ended) leave_group();
  if (!returns && has_next) {
    prepare_group(setup, state, state.next_turn);
    enter_group();
    enter_warp();
    for (Observer* observer : observers) observer->on_group_begin(state, state.group.group);
    return Turn::group;
  }
  return_to(returns ? index : 0);
  return next_warp() ? Turn::group : Turn::endless;
}

void Execution::report_early(EarlyEnd reason) {
  tally_stretches();
  state.early_end = reason;
  if (reason == EarlyEnd::endless_loop) report_endless_loop(*this);
  if (reason == EarlyEnd::step_budget) report_step_budget(*this, watch_ ? watch_->executed_before() : 0);
  if (reason == EarlyEnd::stalled) report_stall(*this, watch_ ? watch_->timeout() : std::chrono::seconds(0));
}

void Execution::end_early(EarlyEnd reason) {
  report_early(reason);
  for (Observer* observer : observers) observer->on_launch_end(state, state.launch);
  state.launch = static_cast<std::uint32_t>(setup.launches.size());
}

}  // namespace lockstep::sim
