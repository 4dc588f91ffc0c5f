// A file of lines that several programs add to at the same time, and whose length is bounded.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep::opencl {

// None where the file cannot be read.
std::vector<std::string> stored_lines(const std::string& path);

// At the end, all of them or none; a last line that somebody left unfinished is closed first. The file keeps
// about `most` lines, the latest. Its folder is made.
Result<void> store_lines(const std::string& path, std::span<const std::string> lines, std::size_t most);

}  // namespace lockstep::opencl
