// The way back: a plan becomes a description that a person can edit.
#pragma once

#include "core/plan/launch_description.hpp"
#include "sim/launch/prepared_run.hpp"

namespace lockstep::sim {

// A description of a plan of one program, such as that of a .sim file, with the values of its buffers.
LaunchDescription describe(const PreparedRun& run, const Program& program);

}  // namespace lockstep::sim
