// Creates the recording of a program from its journals.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/recording/recording.hpp"
#include "runtime/journal/read_journals.hpp"

namespace lockstep::runtime {

// Creates the recording of the process that launched the most kernels. Returns an Error if nothing was
// recorded or a file cannot be read.
Result<Recording> recording_of(const std::vector<ProcessJournal>& journals,
                               const std::vector<std::string>& command);

}  // namespace lockstep::runtime
