// Variables at program scope: the machine adds a buffer to its plan for each of them. They therefore keep
// their values across launches and are observed, named and shown like all other buffers.
#pragma once

#include "sim/machine/launch/setup.hpp"

namespace lockstep::sim {

// Adds the buffers to the setup's plan and writes their addresses into the programs. Buffers of variables
// that the plan already has keep their contents.
void add_program_variables(Setup& setup);

}  // namespace lockstep::sim
