// Which libraries a program needs where it is started.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::assignment {

// The shared libraries that an ELF program of 64 bits names; empty: it names none, or is no such program.
std::vector<std::string> needed_libraries(std::string_view program);
// Those without the C library's, which each Linux has.
std::vector<std::string> unusual_libraries(std::string_view program);

}  // namespace lockstep::assignment
