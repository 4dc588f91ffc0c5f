// Executes a run request in this process.
#pragma once

#include <stop_token>

#include "assignment/judging/failing_moment.hpp"
#include "assignment/judging/run_request.hpp"

namespace lockstep::assignment {

// Buffers without content begin as a pattern, so that what a kernel does not write is not right by chance.
// The same request has the same answer, on any machine and beside any load; a stop makes it lost.
RunAnswer execute(const RunRequest& request, const std::stop_token& stop = {}, const DrawMoment& draw = {});

}  // namespace lockstep::assignment
