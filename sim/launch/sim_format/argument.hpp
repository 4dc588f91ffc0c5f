// An argument of a launch description, for a given parameter: its value, buffer or size in local memory, and
// whether and how it is printed after the run.
#pragma once

#include <vector>

#include "sim/bytecode/program.hpp"
#include "sim/launch/described_plan.hpp"
#include "sim/launch/sim_format/file.hpp"

namespace lockstep::sim {

// Adds the argument for the parameter with this index, or an error.
void add_sim_argument(TypedLaunch& launch, const Kernel& kernel, std::size_t index, const SimHeader& header,
                      std::vector<SimError>& errors);

}  // namespace lockstep::sim
