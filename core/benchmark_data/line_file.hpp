// A file of lines that several programs add to at the same time, and whose length is bounded.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <string>

#include "core/base/result.hpp"

namespace lockstep::measure {

struct StoredLines {
  std::deque<std::string> newest;  // in their order
  std::size_t older = 0;           // lines before these
};
// At most `most` lines are kept in memory. A missing file has none; the Error says why one cannot be read.
Result<StoredLines> stored_lines(const std::string& path, std::size_t most);

// Appends all of them or none; an unfinished last line is ended first. The file keeps about the latest `most`
// lines. Its folder is made.
Result<void> store_lines(const std::string& path, std::span<const std::string> lines, std::size_t most);

}  // namespace lockstep::measure
