// Writes zip archives.
#pragma once

#include <string>
#include <vector>

#include "assignment/submission/files/gathering.hpp"
#include "core/base/result.hpp"

namespace lockstep::assignment {

// Returns the archive as bytes. Its files have the date 1980-01-01 and the given order, so that equal files
// yield equal bytes with the same release of zlib. The Error is a sentence about a path that is duplicated or
// is invalid in a submission.
Result<std::string> zip_of(const std::vector<NamedBytes>& files);
// Writes the archive to a file, either completely or not at all.
Result<void> write_zip(const std::string& path, const std::vector<NamedBytes>& files);

}  // namespace lockstep::assignment
