// The callers of a library function, as places in the program's file that a debugger can look up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

struct CodePlace {
  std::string file;          // of the program or library
  std::uint64_t offset = 0;  // in that file, as in its debug information; inside the calling instruction
};

// The nearest callers that are neither in this library nor in a library whose file name begins with one of
// these names; at most `most`, and none if the system cannot find them.
std::vector<CodePlace> callers_outside(std::span<const std::string_view> libraries, std::size_t most);

}  // namespace lockstep
