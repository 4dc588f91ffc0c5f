// Places of a program's calls as lines of its source: "host.c:42". They come from the program's debug
// information, which llvm-addr2line or addr2line of the GNU binutils reads; without them there is no place.
// The line of a Python program is known when it calls.
#pragma once

#include <string>
#include <vector>

namespace lockstep::runtime {

// From "program+0x1234", as the journal has them, with the callers of the call in further lines: the nearest
// one whose line is known counts. "" where none is. A known place is "=host.py:42".
void name_places(const std::vector<std::string*>& places);

}  // namespace lockstep::runtime
