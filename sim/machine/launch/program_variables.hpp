// Variables at program scope: the machine adds a buffer to its plan for each, so that they live across
// launches and are watched, named and shown like every other buffer.
#pragma once

#include "sim/machine/launch/setup.hpp"

namespace lockstep::sim {

// Adds the buffers to the setup's plan, and puts their addresses into the programs. Buffers of variables that
// the plan already has keep their contents.
void add_program_variables(Setup& setup);

}  // namespace lockstep::sim
