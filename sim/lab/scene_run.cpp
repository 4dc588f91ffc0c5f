#include "sim/lab/scene_run.hpp"

#include <array>

#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/state/run_watch.hpp"

namespace lockstep::lab {

Result<void> run_observed(const Plan& plan, const sim::DeviceModel& model, const MakeObserver& make,
                          std::stop_token stop) {
  constexpr std::chrono::seconds max_without_progress{20};
  sim::MachineOptions options;
  options.track_uninitialised = false;
  const Result<sim::Machine> machine = sim::compile_machine(plan, model, options);
  if (!machine) return tl::unexpected(machine.error());
  const std::unique_ptr<sim::Observer> observer = make(*machine);
  sim::MachineState state = machine->initial_state();
  sim::RunWatch watch({std::move(stop), max_without_progress, {}});
  watch.begin_launch(0, 1, 1);
  machine->run(state, std::array<sim::Observer*, 1>{observer.get()}, &watch);
  if (state.ended_early()) return failure("Not counted: the run was cancelled or did not end.");
  return {};
}

}  // namespace lockstep::lab
