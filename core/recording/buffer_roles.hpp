// What the buffers of a recorded plan are for.
#pragma once

#include "core/plan/plan.hpp"

namespace lockstep {

// Says of each buffer of a recorded plan what it is for, by what the host does with it: an input gets
// contents from the host that are not all zero; an output is read by the host; the others are scratch.
void give_roles(Plan& plan);

}  // namespace lockstep
