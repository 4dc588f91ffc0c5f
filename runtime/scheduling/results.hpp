// What becomes of results: bytes are read that nothing has written, the program reads its own input in place
// of the result, or never gets the result.
#pragma once

#include "runtime/scheduling/command.hpp"

namespace lockstep::runtime {

// After it ran.
void follow_results(const Command& command);
// At the end of the process, of the objects that still exist then.
void report_unread_results_at_end();

}  // namespace lockstep::runtime
