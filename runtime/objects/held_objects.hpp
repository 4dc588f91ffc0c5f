// The objects that a program has not released.
#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace lockstep::runtime {

// Counts by name, such as "command queue". Omits objects that need no release.
std::map<std::string, std::size_t> held_objects();

}  // namespace lockstep::runtime
