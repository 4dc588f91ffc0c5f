// Finds the source line that an interpreter executes in this thread. If a Python program calls a library,
// this is the relevant line, not a place in the interpreter's own file.
#pragma once

#include <string>

namespace lockstep {

// Returns the innermost line in the user's program, outside the interpreter's packages: "/home/x/host.py:42".
// Empty if no interpreter runs in this thread or its state cannot be read. The function may wait for the
// interpreter's lock, so the caller must not hold any other lock.
std::string interpreter_place();

}  // namespace lockstep
