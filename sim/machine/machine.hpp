// The interface of sim/machine, which executes programs. The code in launch/ binds a launch to its kernel,
// the code in execution/ and instructions/ executes instructions, and the code in barriers_and_collectives/
// makes work-items wait for each other. Findings report errors in the kernel. The code in sim/observers and
// sim/trace counts and records events.
//
// The lockstep machine runs the launches of a Plan on a DeviceModel, one bytecode instruction at a time for a
// whole warp. The Machine itself never changes; all changes are in the MachineState that is passed to its
// functions. A run can therefore return to any copied state, and from the same state it always continues in
// the same way.
//
// Work-groups run one after another. In the fixed order (the other orders are described in schedule.hpp),
// work-groups run by number and, within a group, warps run in turn, each until it waits at a barrier or ends.
// The lanes of a warp run in lockstep: all reads of an instruction come before its writes, and if several
// lanes store to one address, the value of the highest lane remains.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/bytecode/program.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/machine/state/observer.hpp"
#include "sim/machine/state/options.hpp"
#include "sim/machine/state/state.hpp"

namespace lockstep::sim {

struct Setup;
class RunWatch;

class Machine {
 public:
  // Creates a machine from compiled programs, one for each of Plan::programs, in order. Checks for every
  // launch that the kernel exists, that the number and kinds of the arguments and the required work-group
  // size are right, that the group size and local memory are within the limits of the model, and that the
  // memory is sufficient.
  static Result<Machine> create(const Plan& plan, std::vector<std::shared_ptr<const Program>> programs,
                                const DeviceModel& model, const MachineOptions& options = {});

  MachineState initial_state() const;
  // Returns the state at the start of the plan, but with other contents of the buffers. `written` contains
  // for each byte whether it was ever written; an empty map means that all bytes were written.
  MachineState initial_state(std::vector<std::vector<std::byte>> buffers,
                             std::vector<std::vector<std::uint8_t>> written) const;

  // Executes one warp instruction and reports it. Returns false if the plan was already done, so that nothing
  // was executed. The machine changes to the next group or launch at the end of the step in which the last
  // warp ends.
  bool step(MachineState& state, std::span<Observer* const> observers) const;
  // Executes steps until the plan is done or `goes_on`, which is called after each step, returns false.
  // Produces the same states and reports as step(), but does not prepare each step separately.
  void step_through(MachineState& state, std::span<Observer* const> observers,
                    const std::function<bool()>& goes_on) const;
  // Runs to the end. Produces the same states and reports as step(), but is faster. `watch` may end the run
  // early (run_watch.hpp).
  void run(MachineState& state, std::span<Observer* const> observers, RunWatch* watch = nullptr) const;
  // Ends a run at its current instruction, with a finding that states the reason. `watch` is the watch that
  // requested the end.
  void end_early(MachineState& state, std::span<Observer* const> observers, EarlyEnd reason,
                 RunWatch* watch = nullptr) const;

  // Runs work-groups of the current launch up to, but not including, group `end`. `state` must be at the
  // start of the first of these groups. Observers see the start and end of groups, but not of the launch.
  // Returns false if the run ended early, or if `watch` has paused it; resume_groups() continues a paused run
  // with the same observers.
  bool run_groups(MachineState& state, std::uint32_t end, std::span<Observer* const> observers,
                  RunWatch* watch = nullptr) const;
  bool resume_groups(MachineState& state, std::uint32_t end, std::span<Observer* const> observers,
                     RunWatch* watch) const;
  // Set `state` to the start of a work-group of its launch, or to the start of a launch. If `launch` is the
  // number of launches, the state is the end of the plan. A work-group is identified by its turn, which in
  // the fixed order equals its number.
  void begin_group(MachineState& state, std::uint32_t turn) const;
  void begin_launch(MachineState& state, std::uint32_t launch) const;
  std::uint32_t group_count(std::uint32_t launch) const;

  const Plan& plan() const;
  // Returns the model of the run. With independent lanes, the model has warps of one lane.
  const DeviceModel& model() const;
  const Program& program(std::size_t plan_program) const;
  const Kernel& kernel(std::size_t launch) const;

  // Returns an address as an expression of the source, for findings and views: "in[12]", "scratch[3]
  // (local)", "private memory". A buffer has the name of the parameter to which it is bound in the
  // current launch.
  std::string describe_address(const MachineState& state, std::uint64_t address, std::uint32_t bytes) const;

  // Returns the setup, for observers that read memory in the same way as the machine
  // (sim/machine/launch/setup.hpp).
  const Setup& setup() const { return *setup_; }

 private:
  explicit Machine(std::shared_ptr<const Setup> setup);
  std::shared_ptr<const Setup> setup_;
};

}  // namespace lockstep::sim
