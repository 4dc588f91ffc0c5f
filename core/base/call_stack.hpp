// Who called a function of a library: the place in the program's file, for debuggers to look up.
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
  std::uint64_t offset = 0;  // in that file, as its debug information counts; inside the calling instruction
};

// The nearest callers that are neither in this library nor in one whose file name begins with one of these
// names, at most `most`; none if the system cannot say.
std::vector<CodePlace> callers_outside(std::span<const std::string_view> libraries, std::size_t most);

}  // namespace lockstep
