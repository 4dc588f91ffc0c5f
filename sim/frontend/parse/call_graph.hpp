// Checks that no function is recursive, which OpenCL C does not allow, and that each called function is
// defined, because there is no other file to link. Both are checked after all functions are parsed.
#pragma once

#include "sim/frontend/types/context.hpp"

namespace lockstep::sim::language {

void check_calls(Context& context);

}  // namespace lockstep::sim::language
