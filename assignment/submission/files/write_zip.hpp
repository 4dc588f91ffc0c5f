// Writes zip archives.
#pragma once

#include <string>
#include <vector>

#include "assignment/submission/files/gathering.hpp"
#include "core/base/result.hpp"

namespace lockstep::assignment {

// The archive as bytes. Its files have the date 1980-01-01 and their order here, so that equal files give
// equal bytes with the same release of zlib. The Error is a sentence: a path that no submission may have, or
// one that is there twice.
Result<std::string> zip_of(const std::vector<NamedBytes>& files);
// The file appears whole or not at all.
Result<void> write_zip(const std::string& path, const std::vector<NamedBytes>& files);

}  // namespace lockstep::assignment
