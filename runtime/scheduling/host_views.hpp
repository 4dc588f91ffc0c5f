// Memory of the program that a buffer was made from (CL_MEM_USE_HOST_PTR): the program may change it only
// while it is mapped. With late delivery the device has bytes of its own, and such changes do not reach them.
#pragma once

#include "runtime/scheduling/command.hpp"

namespace lockstep::runtime {

// When the buffer is created.
void begin_host_view(const _cl_mem& buffer);
// When the command is enqueued; no other command runs.
void check_host_views(const Command& command);
// After it ran.
void renew_host_views(const Command& command);

}  // namespace lockstep::runtime
