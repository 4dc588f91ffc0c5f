// OpenCL C has no recursion, and there is no other file to link: both are checked when all functions are
// known.
#pragma once

#include "sim/frontend/types/context.hpp"

namespace lockstep::sim::language {

void check_calls(Context& context);

}  // namespace lockstep::sim::language
