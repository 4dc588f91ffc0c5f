// Memory of the program that a buffer uses (CL_MEM_USE_HOST_PTR): the program may change it only while it is
// mapped. With late delivery, the device has separate memory, and such changes do not reach it.
#pragma once

#include "runtime/scheduling/command.hpp"

namespace lockstep::runtime {

// Called when the buffer is created.
void begin_host_view(const _cl_mem& buffer);
// Called when the command is enqueued, while no other command runs.
void check_host_views(const Command& command);
// Called after it ran.
void renew_host_views(const Command& command);

}  // namespace lockstep::runtime
