// Reports findings about runs that do not end: where the loop is, why it repeats, and the values of
// its variables.
#pragma once

#include <chrono>

#include "sim/machine/execution/execution.hpp"

namespace lockstep::sim {

// Reports that the current group never ends, because some warps wait in loops and all others wait at barriers
// or have ended.
void report_endless_loop(Execution& x);
// Reports that MachineOptions::step_budget has been used up, by this run or by an earlier attempt with
// `executed_before` warp instructions.
void report_step_budget(Execution& x, std::uint64_t executed_before);
// Reports that no work-group has ended within `timeout`.
void report_stall(Execution& x, std::chrono::milliseconds timeout);

}  // namespace lockstep::sim
