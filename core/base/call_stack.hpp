// Finds the callers of a library function, as places that a debugger can look up in the program's file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

struct CodePlace {
  std::string file;          // the program or library that contains the place
  std::uint64_t offset = 0;  // in that file, as in its debug information; points into the calling instruction
};

// Returns at most `most` of the nearest callers outside this library and outside all libraries whose file
// names begin with one of the names in `libraries`. The list is empty if the system cannot find the callers.
std::vector<CodePlace> callers_outside(std::span<const std::string_view> libraries, std::size_t most);

}  // namespace lockstep
