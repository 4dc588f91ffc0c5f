// Places of a program's calls as lines of its source: "host.c:42". They come from the program's debug
// information, which llvm-addr2line or addr2line of the GNU binutils reads; without either, no places are
// known. The line of a Python program is known at the time of the call.
#pragma once

#include <string>
#include <vector>

namespace lockstep::runtime {

// From "program+0x1234", as recorded in the journal, with the callers of the call on further lines: the
// nearest place with a known line is used. "" if no line is known. A known place is "=host.py:42".
void name_places(const std::vector<std::string*>& places);

}  // namespace lockstep::runtime
