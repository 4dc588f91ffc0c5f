// The journals of a program's processes, read once for its report and its recording.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "runtime/journal/lines.hpp"

namespace lockstep::runtime {

struct ProcessJournal {
  std::vector<JournalLine> lines;
  std::string data_file;  // with the contents of buffers, if they were stored
};

// The journals of all processes that wrote into this folder, in the order in which they started. Lines
// truncated by a crash are omitted; places are lines of the program's source.
Result<std::vector<ProcessJournal>> read_journals(const std::string& folder);

}  // namespace lockstep::runtime
