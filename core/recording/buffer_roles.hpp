// Determines the roles of the buffers in a recorded plan.
#pragma once

#include "core/plan/plan.hpp"

namespace lockstep {

// Sets the role of each buffer according to the host's calls: an input receives contents from the host that
// are not all zero; an output is read by the host; all other buffers are scratch.
void give_roles(Plan& plan);

}  // namespace lockstep
