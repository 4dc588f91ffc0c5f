// The source line that is being executed by an interpreter in this thread: for a call from a Python program
// this is the relevant line, not a place in the interpreter's own file.
#pragma once

#include <string>

namespace lockstep {

// "/home/x/host.py:42": the innermost line in the user's program, that is, outside the interpreter's
// packages. Empty if no interpreter runs in this thread or its state cannot be read. The function may wait
// for the interpreter's lock: call it without holding any other lock.
std::string interpreter_place();

}  // namespace lockstep
