// Reads a whole text file, up to a size limit; binary data is refused.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.hpp"

namespace lockstep {

// Source files are far smaller; a larger file is a mistake.
inline constexpr std::uint64_t kMaxSourceBytes = std::uint64_t{64} << 20;

// The Error is a sentence: that of read_file (core/base/files/whole_file.hpp), or that the file is not text,
// with the line of its first zero byte.
Result<std::string> read_text_file(const std::string& path, std::uint64_t most = kMaxSourceBytes,
                                   bool may_be_pipe = false);

}  // namespace lockstep
