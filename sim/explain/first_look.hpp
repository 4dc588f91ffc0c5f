// The simulator as a core/check/first_look.hpp asks for it.
#pragma once

#include "core/check/first_look.hpp"

namespace lockstep::sim {

// Runs the plan, and says the worst that was found: what endangers a device before what only makes a result
// wrong.
FirstLook first_look(const Plan& plan, unsigned warp_width);

}  // namespace lockstep::sim
