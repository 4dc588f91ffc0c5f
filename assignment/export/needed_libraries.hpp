// Which libraries a program needs where it is started.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::assignment {

// The shared libraries that a 64-bit ELF program needs; empty for any other file.
std::vector<std::string> needed_libraries(std::string_view program);
// Those without the C library's, which each Linux has.
std::vector<std::string> unusual_libraries(std::string_view program);

}  // namespace lockstep::assignment
