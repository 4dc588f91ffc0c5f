// OpenCL C has no recursion, and a program has no other file to link. Both are checked after all functions
// are parsed.
#pragma once

#include "sim/frontend/types/context.hpp"

namespace lockstep::sim::language {

void check_calls(Context& context);

}  // namespace lockstep::sim::language
