// Checks the memory of the program that a buffer uses (CL_MEM_USE_HOST_PTR). The program may change this
// memory only while it is mapped. With late delivery, the device has separate memory, which such changes do
// not reach.
#pragma once

#include "runtime/scheduling/command.hpp"

namespace lockstep::runtime {

// Called when the buffer is created.
void begin_host_view(const _cl_mem& buffer);
// Called when the command is enqueued, while no other command runs.
void check_host_views(const Command& command);
// Called after the command has run.
void renew_host_views(const Command& command);

}  // namespace lockstep::runtime
