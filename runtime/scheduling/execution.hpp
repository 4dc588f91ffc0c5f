// Executes one command, and reports errors: the program may have changed its memory before the execution, or
// other commands may conflict with the command because they are unordered.
#pragma once

#include "runtime/scheduling/command.hpp"

namespace lockstep::runtime {

// Returns the name of the program's call: "clEnqueueWriteBuffer".
std::string call_name(cl_command_type type);

// Executes the command. `oldest` is the enqueue time of the oldest command that has not run. Called by only
// one thread at a time.
Outcome<void> execute(Command& command, std::uint64_t oldest);
// Skips the command, because the program has ended and its memory may no longer exist.
void leave_out(Command& command, std::uint64_t oldest);

}  // namespace lockstep::runtime
