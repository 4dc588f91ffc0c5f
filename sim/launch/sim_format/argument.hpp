// Reads an argument of a launch description for a given parameter: the value, the buffer or the size in local
// memory, and whether and how the buffer is printed after the run.
#pragma once

#include <vector>

#include "sim/bytecode/program.hpp"
#include "sim/launch/described_plan.hpp"
#include "sim/launch/sim_format/file.hpp"

namespace lockstep::sim {

// Adds the argument for the parameter with this index to the launch, or adds errors.
void add_sim_argument(TypedLaunch& launch, const Kernel& kernel, std::size_t index, const SimHeader& header,
                      std::vector<SimError>& errors);

}  // namespace lockstep::sim
