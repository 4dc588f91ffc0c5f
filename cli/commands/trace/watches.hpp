// Watched expressions, and breakpoints with conditions, in a run.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::cli {

// In the lanes of the running group at one moment; as JSON: an object.
std::string watches_text(const sim::Trace& trace, std::uint64_t position,
                         const std::vector<std::string>& expressions, bool json);
// After each step, in the warp that executes next, where they changed; as JSON: a list of such objects.
std::string watch_steps_text(const sim::Trace& trace, sim::Trace::Step step,
                             const std::vector<std::string>& expressions, bool json);
// All moments at which one of the breakpoints LINE or LINE:CONDITION stops; as JSON: a list.
Result<std::string> breaks_text(const sim::Trace& trace, const std::vector<std::string>& breakpoints,
                                bool json);

}  // namespace lockstep::cli
