// One command runs, and what can be said of it: whether the program changed its memory meanwhile, and which
// other commands nothing orders before or after it.
#pragma once

#include "runtime/scheduling/command.hpp"

namespace lockstep::runtime {

// The program's call: "clEnqueueWriteBuffer".
std::string call_name(cl_command_type type);

// `oldest`: the time at which the oldest command was enqueued that has not run. Called by one thread at a
// time.
Outcome<void> execute(Command& command, std::uint64_t oldest);
// Not at all: the program has ended, and its memory may be gone.
void leave_out(Command& command, std::uint64_t oldest);

}  // namespace lockstep::runtime
