// Watched expressions and conditional breakpoints in a run.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::cli {

// The values in the lanes of the running group at one moment; in JSON: an object.
std::string watches_text(const sim::Trace& trace, std::uint64_t position,
                         const std::vector<std::string>& expressions, bool json);
// The values after each step in which they changed, in the warp that executes next; in JSON: a list of
// such objects.
std::string watch_steps_text(const sim::Trace& trace, sim::Trace::Step step,
                             const std::vector<std::string>& expressions, bool json);
// All moments at which one of the breakpoints LINE or LINE:CONDITION stops the run; in JSON: a list.
Result<std::string> breaks_text(const sim::Trace& trace, const std::vector<std::string>& breakpoints,
                                bool json);

}  // namespace lockstep::cli
