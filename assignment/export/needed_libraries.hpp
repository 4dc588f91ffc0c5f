// The libraries that a program needs at its start.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::assignment {

// The shared libraries that a 64-bit ELF program needs; empty for any other file.
std::vector<std::string> needed_libraries(std::string_view program);
// The same without the libraries of the C library, which every Linux system has.
std::vector<std::string> unusual_libraries(std::string_view program);

}  // namespace lockstep::assignment
