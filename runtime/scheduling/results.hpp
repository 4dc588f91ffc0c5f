// Reports errors in the use of results: the program reads unwritten bytes, reads its own input instead of the
// result, or never reads the result.
#pragma once

#include "runtime/scheduling/command.hpp"

namespace lockstep::runtime {

// Called after the command has run.
void follow_results(const Command& command);
// Called at the end of the process, for the remaining objects.
void report_unread_results_at_end();

}  // namespace lockstep::runtime
