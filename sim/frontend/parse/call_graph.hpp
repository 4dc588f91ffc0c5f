// OpenCL C has no recursion and no other place to link to: both are checked when all functions are known.
#pragma once

#include "sim/frontend/types/context.hpp"

namespace lockstep::sim::language {

void check_calls(Context& context);

}  // namespace lockstep::sim::language
