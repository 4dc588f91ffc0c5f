// sim/machine: executes programs. launch/ binds a launch to its kernel, handlers/ executes instructions,
// barriers/ makes work-items wait for each other; findings report errors in the kernel. sim/observers and
// sim/trace count and record events.
//
// The lockstep machine: runs the launches of a Plan on a DeviceModel, one bytecode instruction at a time for
// a whole warp. The Machine itself never changes; all changes are in the MachineState that is passed in. A
// run can therefore return to any copied state, and from the same state it always continues in the same way.
//
// Work-groups run one after another. In the fixed order (schedule.hpp describes others) they run by number
// and, within a group, warps run in turn, each until it waits at a barrier or ends. Lanes of a warp are in
// lockstep: all reads of an instruction come before its writes, and if several lanes store to one address,
// the value of the highest lane remains.
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
  // Takes compiled programs, one for each of Plan::programs, in order. Checks every launch against its kernel
  // (exists, argument count and kinds, reqd_work_group_size, group size and local memory within the model,
  // memory that fits).
  static Result<Machine> create(const Plan& plan, std::vector<std::shared_ptr<const Program>> programs,
                                const DeviceModel& model, const MachineOptions& options = {});

  MachineState initial_state() const;
  // With contents other than those of the plan. `written` says for each byte whether it was ever written
  // (empty: all bytes were).
  MachineState initial_state(std::vector<std::vector<std::byte>> buffers,
                             std::vector<std::vector<std::uint8_t>> written) const;

  // Executes one warp instruction and reports it. False: the plan was already done, nothing was executed.
  // Group and launch changes happen at the end of the step that finishes the last warp.
  bool step(MachineState& state, std::span<Observer* const> observers) const;
  // Steps until the plan is done or `goes_on`, called after each step, returns false. Produces the same
  // states and reports as step(), without preparing each step separately.
  void step_through(MachineState& state, std::span<Observer* const> observers,
                    const std::function<bool()>& goes_on) const;
  // Steps to the end. Produces the same states and reports as step(), but is faster. `watch` may end the run
  // early (run_watch.hpp).
  void run(MachineState& state, std::span<Observer* const> observers, RunWatch* watch = nullptr) const;
  // Ends a run at its current instruction, with a finding that states the reason; `watch` is the watch that
  // requested the end.
  void end_early(MachineState& state, std::span<Observer* const> observers, EarlyEnd reason,
                 RunWatch* watch = nullptr) const;

  // Runs work-groups of the current launch, up to `end`; `state` is at the start of the first of them.
  // Observers see the start and end of groups, not of the launch. False: the run ended early, or `watch` has
  // paused it; resume_groups() continues a paused run with the same observers.
  bool run_groups(MachineState& state, std::uint32_t end, std::span<Observer* const> observers,
                  RunWatch* watch = nullptr) const;
  bool resume_groups(MachineState& state, std::uint32_t end, std::span<Observer* const> observers,
                     RunWatch* watch) const;
  // Sets `state` to the start of a work-group of its launch, or of a launch (launch count: the end). A
  // work-group is identified by its turn, which equals its number in the fixed order.
  void begin_group(MachineState& state, std::uint32_t turn) const;
  void begin_launch(MachineState& state, std::uint32_t launch) const;
  std::uint32_t group_count(std::uint32_t launch) const;

  const Plan& plan() const;
  // The model of the run: with independent lanes, warps have one lane.
  const DeviceModel& model() const;
  const Program& program(std::size_t plan_program) const;
  const Kernel& kernel(std::size_t launch) const;

  // "in[12]", "scratch[3] (local)", "private memory": an address as an expression of the source, for findings
  // and views. A buffer has the name of the parameter to which it is bound in the current launch.
  std::string describe_address(const MachineState& state, std::uint64_t address, std::uint32_t bytes) const;

  // For observers that read memory as the machine does (sim/machine/launch/setup.hpp).
  const Setup& setup() const { return *setup_; }

 private:
  explicit Machine(std::shared_ptr<const Setup> setup);
  std::shared_ptr<const Setup> setup_;
};

}  // namespace lockstep::sim
