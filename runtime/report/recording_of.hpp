// Creates the recording of a program from its journal.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/recording/recording.hpp"
#include "runtime/journal/read_journals.hpp"

namespace lockstep::runtime {

// For the process that launched most kernels. An Error: nothing was recorded, or a file cannot be read.
Result<Recording> recording_of(const std::vector<ProcessJournal>& journals,
                               const std::vector<std::string>& command);

}  // namespace lockstep::runtime
