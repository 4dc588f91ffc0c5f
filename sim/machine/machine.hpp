// The lockstep machine: runs the launches of a Plan on a DeviceModel, one bytecode instruction at a time for
// a whole warp. The Machine itself never changes; all that changes is the MachineState that is passed in,
// so a copy of the state is a moment to come back to, and the same state always goes on in the same way.
//
// Work-groups run one after another. In the fixed order (schedule.hpp has others) they go by number and,
// within a group, warps in turn, each until it waits at a barrier or ends. Lanes of a warp are in lockstep:
// all reads of an instruction come before its writes, and where several lanes store to one address the
// highest lane wins.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/bytecode/program.hpp"
#include "sim/machine/observer.hpp"
#include "sim/machine/schedule.hpp"
#include "sim/machine/state.hpp"
#include "sim/memory/device_model.hpp"

namespace lockstep::sim {

struct Setup;

struct MachineOptions {
  std::uint64_t step_budget =
      2'000'000'000;  // warp instructions of the whole plan; beyond it: a finding, and the end
  bool track_uninitialised = true;
  Schedule schedule;  // lockstep and the fixed order, unless told
  std::uint64_t memory_limit_bytes = std::uint64_t{4}
                                     << 30;  // of all buffers, and of one work-group's memory
};

class Machine {
 public:
  // Compiles every program of the plan and checks every launch against its kernel (exists, argument count
  // and kinds, reqd_work_group_size, group size and local memory within the model, memory that fits).
  static Result<Machine> create(const Plan& plan, const DeviceModel& model,
                                const MachineOptions& options = {});

  // The same from programs that are compiled already: one for each of Plan::programs, in order.
  static Result<Machine> create(const Plan& plan, std::vector<std::shared_ptr<const Program>> programs,
                                const DeviceModel& model, const MachineOptions& options = {});

  MachineState initial_state() const;

  // Executes one warp instruction and reports it. False: the plan is done and nothing was executed.
  // Group and launch changes happen at the end of the step that finishes the last warp.
  bool step(MachineState& state, std::span<Observer* const> observers) const;
  // Steps until the plan is done or `goes_on`, called after each step, says no. Same states and reports as
  // step(), without its preparation.
  void step_through(MachineState& state, std::span<Observer* const> observers,
                    const std::function<bool()>& goes_on) const;
  // Steps to the end. Same states and reports as step(), faster.
  void run(MachineState& state, std::span<Observer* const> observers) const;

  // Runs the work-groups of the current launch from the one that `state` is at the start of up to `end`.
  // Groups are announced to the observers, the launch is not; neither is left. False: the step budget ended
  // it.
  bool run_groups(MachineState& state, std::uint32_t end, std::span<Observer* const> observers) const;
  // Sets `state` to the start of a work-group of its launch, or of a launch (their number: the end).
  // A work-group is named by its turn, which in the fixed order is its number.
  void begin_group(MachineState& state, std::uint32_t turn) const;
  void begin_launch(MachineState& state, std::uint32_t launch) const;
  std::uint32_t group_count(std::uint32_t launch) const;

  const Plan& plan() const;
  // As it runs: warps of independent lanes are of one.
  const DeviceModel& model() const;
  const Program& program(std::size_t plan_program) const;
  const Kernel& kernel(std::size_t launch) const;

  // "in[12]", "scratch[3] (local)", "private memory": an address in the words of the source, for findings and
  // views. Buffers go by the name of the parameter they are passed for in the current launch.
  std::string describe_address(const MachineState& state, std::uint64_t address, std::uint32_t bytes) const;

  // For observers that read memory as the machine does (sim/machine/launch/setup.hpp).
  const Setup& setup() const { return *setup_; }

 private:
  explicit Machine(std::shared_ptr<const Setup> setup);
  std::shared_ptr<const Setup> setup_;
};

}  // namespace lockstep::sim
