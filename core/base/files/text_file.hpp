// Reads a whole text file, up to a size limit; binary data is refused.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.hpp"

namespace lockstep {

// The default limit for source files. They are far smaller; a larger file is a mistake.
inline constexpr std::uint64_t kMaxSourceBytes = std::uint64_t{64} << 20;

// Returns the text of the file. The Error is that of read_file (core/base/files/whole_file.hpp), or a
// sentence that the file is not text, with the line of its first zero byte.
Result<std::string> read_text_file(const std::string& path, std::uint64_t most = kMaxSourceBytes,
                                   bool may_be_pipe = false);

}  // namespace lockstep
