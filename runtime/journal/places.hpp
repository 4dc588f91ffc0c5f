// Places of a program's calls as lines of its source: "host.c:42". They come from the program's debug
// information, which addr2line of the GNU binutils reads; without either there is no place.
#pragma once

#include <string>
#include <vector>

namespace lockstep::runtime {

// From "program+0x1234", as the journal has them; "" where the line is not known.
void name_places(const std::vector<std::string*>& places);

}  // namespace lockstep::runtime
