// Executes one command, and reports errors: whether the program changed its memory before the execution, and
// which commands conflict with it because they are unordered.
#pragma once

#include "runtime/scheduling/command.hpp"

namespace lockstep::runtime {

// The program's call: "clEnqueueWriteBuffer".
std::string call_name(cl_command_type type);

// `oldest`: the enqueue time of the oldest command that has not run. Called by one thread at a time.
Outcome<void> execute(Command& command, std::uint64_t oldest);
// Skips the command: the program has ended, and its memory may no longer exist.
void leave_out(Command& command, std::uint64_t oldest);

}  // namespace lockstep::runtime
