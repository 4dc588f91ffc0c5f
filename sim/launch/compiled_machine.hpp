// A machine for a plan whose programs are given as source text.
#pragma once

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/machine/machine.hpp"

namespace lockstep::sim {

// Compiles every program of the plan, then Machine::create(). The errors are those of the compiler
// (file:line:column) or of the launch.
Result<Machine> compile_machine(const Plan& plan, const DeviceModel& model,
                                const MachineOptions& options = {});

// A machine that runs a plan again, for observers, but no further than an earlier run, which executed this
// number of warp instructions.
Result<Machine> repeating_machine(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                                  std::uint64_t instructions);

}  // namespace lockstep::sim
