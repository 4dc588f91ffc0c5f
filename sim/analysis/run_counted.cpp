// A run without a trace: only sums are kept, so that large arrays can be counted.
#include <optional>
#include <vector>

#include "sim/analysis/counter_observer.hpp"
#include "sim/analysis/provenance_observer.hpp"
#include "sim/machine/finding_log.hpp"
#include "sim/machine/machine.hpp"
#include "sim/machine/race_detector.hpp"

namespace lockstep::sim {

Result<CountedRun> run_counted(const Plan& plan, const DeviceModel& model, const RunOptions& options) {
  MachineOptions machine_options;
  machine_options.step_budget = options.step_budget;
  machine_options.track_uninitialised = options.detect_findings;
  const Result<Machine> machine = Machine::create(plan, model, machine_options);
  if (!machine) return tl::unexpected(machine.error());

  MachineState state = machine->initial_state();
  ProvenanceState shadow;
  std::optional<ProvenanceObserver> provenance;
  if (options.count_work) provenance.emplace(*machine, shadow);
  CounterObserver counters(*machine, provenance ? &*provenance : nullptr);
  FindingLog log;

  std::vector<Observer*> observers;
  if (provenance) observers.push_back(&*provenance);
  observers.push_back(&counters);
  RaceDetector races(*machine, log);
  if (options.detect_findings) observers.insert(observers.end(), {&log, &races});
  machine->run(state, observers);

  CountedRun run;
  run.launches = counters.launches();
  for (const Counters& launch : run.launches) run.total += launch;
  run.lines = counters.lines();
  run.findings = log.findings();
  run.buffers = std::move(state.buffers);
  return run;
}

}  // namespace lockstep::sim
