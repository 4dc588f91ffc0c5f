// Who called a function of a library: the place in the program's file, for debuggers to look up.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lockstep {

struct CodePlace {
  std::string file;          // of the program or library
  std::uint64_t offset = 0;  // in that file, as its debug information counts; inside the calling instruction
};

// The nearest caller that is neither in this library nor in one whose file name begins with one of these
// names; nothing if the system cannot say.
std::optional<CodePlace> caller_outside(std::span<const std::string_view> libraries);

}  // namespace lockstep
