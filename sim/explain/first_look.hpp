// The simulator as core/check/first_look.hpp needs it.
#pragma once

#include "core/check/first_look.hpp"

namespace lockstep::sim {

// Runs the plan and reports the worst finding: dangers for a device rank above errors that only make a result
// wrong.
FirstLook first_look(const Plan& plan, unsigned warp_width);

}  // namespace lockstep::sim
