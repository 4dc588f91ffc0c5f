// Variables at program scope. The machine adds a buffer to its plan for each variable. The variables
// therefore keep their values across launches, and are observed, named and shown like all other buffers.
#pragma once

#include "sim/machine/launch/setup.hpp"

namespace lockstep::sim {

// Adds the buffers to the setup's plan and writes their addresses into the programs. If the plan already has
// the buffers of some variables, these buffers keep their contents.
void add_program_variables(Setup& setup);

}  // namespace lockstep::sim
