// Performs the calls of the host in a recorded program.
#pragma once

#include <cstdint>

#include "core/plan/plan.hpp"
#include "sim/machine/state/state.hpp"

namespace lockstep::sim {

// Changes the buffers as the host did between launches launch - 1 and launch. `plan` must be valid.
void apply_host_calls(const Plan& plan, MachineState& state, std::uint32_t launch);

}  // namespace lockstep::sim
