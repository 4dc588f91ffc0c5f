// Errors in the use of results: unwritten bytes are read, the program reads its own input instead of the
// result, or never reads the result.
#pragma once

#include "runtime/scheduling/command.hpp"

namespace lockstep::runtime {

// Called after the command ran.
void follow_results(const Command& command);
// Called at the end of the process, for the remaining objects.
void report_unread_results_at_end();

}  // namespace lockstep::runtime
