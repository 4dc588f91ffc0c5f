// A file that is meant to be read by people: whole, but not without limit, and no binary data.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.hpp"

namespace lockstep {

// Source files are far smaller; what is larger is a mistake or a device that never ends.
inline constexpr std::uint64_t kMostSourceBytes = std::uint64_t{64} << 20;

// The Error is a sentence: what read_file says, or that the file has more than `most` bytes, or that it is
// not text, with the line of its first zero byte. No more than `most` bytes are read.
Result<std::string> read_text_file(const std::string& path, std::uint64_t most = kMostSourceBytes);

}  // namespace lockstep
