// Finds the libraries that a program needs when it starts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::assignment {

// Returns the shared libraries that a 64-bit ELF program needs; empty for any other file.
std::vector<std::string> needed_libraries(std::string_view program);
// Returns the same libraries, except the libraries of the C library, which every Linux system has.
std::vector<std::string> unusual_libraries(std::string_view program);

}  // namespace lockstep::assignment
