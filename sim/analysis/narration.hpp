// One plain sentence for a moment of a trace, made from the run: who acts, on what, who does not and
// why, and what it costs ("Warp 0: 16 of 32 lanes add s[t + s] to s[t]; 16 are masked off by line 14.").
#pragma once

#include <string>

#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// About the moment that is executed next at `position`; at the end, the result.
std::string narrate(const Trace& trace, std::uint64_t position);

}  // namespace lockstep::sim
