// Makes machines for plans whose programs are given as source text.
#pragma once

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/machine/machine.hpp"

namespace lockstep::sim {

// Compiles every program of the plan and creates the machine. Returns the errors of the compiler
// (file:line:column) or of the launch.
Result<Machine> compile_machine(const Plan& plan, const DeviceModel& model,
                                const MachineOptions& options = {});

// Returns a machine that runs a plan again for observers, but no further than an earlier run. `instructions`
// is the number of warp instructions of that run.
Result<Machine> repeating_machine(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                                  std::uint64_t instructions);

}  // namespace lockstep::sim
