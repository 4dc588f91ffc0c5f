// A file of lines with a bounded length, to which several programs may append at the same time.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <string>

#include "core/base/result.hpp"

namespace lockstep::measure {

struct StoredLines {
  std::deque<std::string> newest;  // in their order
  std::size_t older = 0;           // number of older lines
};
// Reads the latest lines, at most `most`. A missing file has no lines; the Error says why the file cannot
// be read.
Result<StoredLines> stored_lines(const std::string& path, std::size_t most);

// Appends all lines or none. An incomplete last line is ended first. The file keeps about the latest `most`
// lines. A missing folder is created.
Result<void> store_lines(const std::string& path, std::span<const std::string> lines, std::size_t most);

}  // namespace lockstep::measure
