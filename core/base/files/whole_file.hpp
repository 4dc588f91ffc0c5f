// Reads a whole file as bytes. Its kind and size are checked first: it may be a device without an end, a pipe
// without a writer, or far larger than expected.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.hpp"

namespace lockstep {

// The limit for kinds of files without their own limit.
inline constexpr std::uint64_t kMaxFileBytes = std::uint64_t{64} << 20;

// For files that this program, or a guest program, has just written.
inline constexpr std::uint64_t kAnySize = UINT64_MAX;

// Returns the content of the file. The Error is a sentence with the reason: a missing file, a folder, no
// permission, a device or a pipe, or more than `most` bytes. No more than `most` bytes are read, and the
// call does not block. The exception is a pipe that the user's shell opened for this program (/dev/stdin,
// or /dev/fd/63 of `<(…)`): if `may_be_pipe` is set, this pipe is read to its end, because the user has
// named it.
Result<std::string> read_file(const std::string& path, std::uint64_t most = kMaxFileBytes,
                              bool may_be_pipe = false);

// Returns the size of a file that will be read piece by piece, with the same Errors. Does not read the file.
Result<std::uint64_t> measure_file(const std::string& path, std::uint64_t most);

}  // namespace lockstep
