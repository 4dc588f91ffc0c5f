// Prints watched expressions and conditional breakpoints of a run.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::cli {

// Returns the values in the lanes of the running work-group at one moment, as text or as a JSON object.
std::string watches_text(const sim::Trace& trace, std::uint64_t position,
                         const std::vector<std::string>& expressions, bool json);
// Returns the values after each step that changed them, in the warp that executes next, as text or as a JSON
// list of such objects.
std::string watch_steps_text(const sim::Trace& trace, sim::Trace::Step step,
                             const std::vector<std::string>& expressions, bool json);
// Returns all moments at which one of the breakpoints LINE or LINE:CONDITION stops the run, as text or as a
// JSON list.
Result<std::string> breaks_text(const sim::Trace& trace, const std::vector<std::string>& breakpoints,
                                bool json);

}  // namespace lockstep::cli
