// A machine for a plan whose programs are still text.
#pragma once

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/machine/machine.hpp"

namespace lockstep::sim {

// Compiles every program of the plan, then Machine::create(). The errors are those of the compiler
// (file:line:column) or of the launch.
Result<Machine> compile_machine(const Plan& plan, const DeviceModel& model,
                                const MachineOptions& options = {});

// A machine that runs a plan once more, for observers: no further than an earlier run of it, which executed
// so many warp instructions.
Result<Machine> repeating_machine(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                                  std::uint64_t instructions);

}  // namespace lockstep::sim
