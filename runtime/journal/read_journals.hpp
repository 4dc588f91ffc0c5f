// Reads the journals of a program's processes once, for the report and the recording.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "runtime/journal/lines.hpp"

namespace lockstep::runtime {

struct ProcessJournal {
  std::vector<JournalLine> lines;
  std::string data_file;  // contains the contents of buffers, if they were stored
};

// Returns the journals of all processes that wrote to this folder, in the order in which the processes
// started. Lines that a crash has truncated are omitted. Places are lines of the program's source.
Result<std::vector<ProcessJournal>> read_journals(const std::string& folder);

}  // namespace lockstep::runtime
