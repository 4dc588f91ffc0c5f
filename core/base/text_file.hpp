// A file that is meant to be read by people: whole, but not without limit, and no binary data.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.hpp"

namespace lockstep {

// Source files are far smaller; what is larger is a mistake.
inline constexpr std::uint64_t kMostSourceBytes = std::uint64_t{64} << 20;

// The Error is a sentence: what read_file says (core/base/whole_file.hpp), or that it is not text, with the
// line of its first zero byte.
Result<std::string> read_text_file(const std::string& path, std::uint64_t most = kMostSourceBytes,
                                   bool may_be_pipe = false);

}  // namespace lockstep
