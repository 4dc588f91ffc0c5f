// A run without a trace: only sums are kept, so that large arrays can be counted.
#include "sim/machine/machine.hpp"
#include "sim/observers/counters.hpp"
#include "sim/observers/parallel_launch.hpp"
#include "sim/observers/watchers.hpp"

namespace lockstep::sim {

namespace {

void run_launch(const Machine& machine, const RunOptions& options, MachineState& state, Watchers& watchers) {
  const std::uint32_t launch = state.launch;
  watchers.begin_launch(state, launch);
  // Another order is wanted for what it shows of groups that depend on each other.
  const unsigned threads = options.schedule == Schedule{} ? threads_for(machine, launch, options.threads) : 1;
  if (threads < 2 || !run_in_parallel(machine, options, threads, state, watchers))
    machine.run_groups(state, machine.group_count(launch), watchers.observers());
  watchers.end_launch(state, launch);
}

}  // namespace

Result<CountedRun> run_counted(const Plan& plan, const DeviceModel& model, const RunOptions& options) {
  MachineOptions machine_options;
  machine_options.step_budget = options.step_budget;
  machine_options.track_uninitialised = options.detect_findings;
  machine_options.schedule = options.schedule;
  const Result<Machine> machine = Machine::create(plan, model, machine_options);
  if (!machine) return tl::unexpected(machine.error());

  MachineState state = machine->initial_state();
  Watchers watchers(*machine, options);
  while (!state.done(plan.launches.size()) && !state.out_of_budget) {
    run_launch(*machine, options, state, watchers);
    machine->begin_launch(state, state.launch + 1);
  }

  CountedRun run;
  run.launches = watchers.counters().launches();
  for (const Counters& launch : run.launches) run.total += launch;
  run.lines = watchers.counters().lines();
  run.findings = watchers.findings();
  run.buffers = std::move(state.buffers);
  run.printed = watchers.printed();
  return run;
}

}  // namespace lockstep::sim
