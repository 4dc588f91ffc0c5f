// Where the interpreter stands that runs in this thread: a call from a Python program has its line there, not
// in the file of the interpreter.
#pragma once

#include <string>

namespace lockstep {

// "/home/x/host.py:42": the innermost line of the program's own, which is in no package of the interpreter.
// "" where no interpreter runs in this thread, or it cannot be asked. It may wait for the interpreter's lock:
// call without any other lock.
std::string interpreter_place();

}  // namespace lockstep
