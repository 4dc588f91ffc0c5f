// What a program has not released.
#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace lockstep::runtime {

// By what people call them, "command queue": how many. Those that need no release are left out.
std::map<std::string, std::size_t> held_objects();

}  // namespace lockstep::runtime
