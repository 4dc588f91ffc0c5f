// Counts the objects that a program has not released.
#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace lockstep::runtime {

// Returns the counts by name, such as "command queue". Objects that need not be released are omitted.
std::map<std::string, std::size_t> held_objects();

}  // namespace lockstep::runtime
