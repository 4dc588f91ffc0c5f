// An argument of a launch description, given the parameter that it is for: its bytes, its buffer, or its room
// in local memory, and whether and how it is printed after the run.
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/bytecode/program.hpp"
#include "sim/launch/sim_format/file.hpp"

namespace lockstep::sim {

struct ParsedArgument {
  Argument argument;  // of a BufferArgument the index is filled in by the caller
  bool is_buffer = false;
  PlanBuffer buffer;  // its name is given by the kernel's parameter
  bool dump = false;
};

// `number` counts from 1. The result is invalid when an error was added.
ParsedArgument bind_sim_argument(std::size_t number, const Parameter& parameter, const SimArgument& argument,
                                 std::vector<SimError>& errors);

}  // namespace lockstep::sim
