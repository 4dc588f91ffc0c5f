// The precheck with the simulator, as core/check/precheck.hpp requires it.
#pragma once

#include "core/check/precheck.hpp"

namespace lockstep::sim {

// Runs the plan and reports the worst finding. Findings that are dangerous on a device precede errors that
// only make a result wrong.
Precheck precheck(const Plan& plan, unsigned warp_width);

}  // namespace lockstep::sim
