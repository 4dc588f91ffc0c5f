// Finds the places of a program's calls as lines of its source: "host.c:42". The debug information of the
// program is read by llvm-addr2line or by addr2line of the GNU binutils; if neither is installed, no places
// are known. The line of a Python program is already known when the call is made.
#pragma once

#include <string>
#include <vector>

namespace lockstep::runtime {

// Resolves "program+0x1234", as recorded in the journal, with the callers of the call on further lines,
// to the nearest place with a known line; "" if no line is known. A place such as "=host.py:42" is
// already known.
void name_places(const std::vector<std::string*>& places);

}  // namespace lockstep::runtime
