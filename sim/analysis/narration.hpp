// One plain sentence for a moment of a trace, made from the run: who acts, on what, who does not and
// why, and what it costs ("Warp 0: 16 of 32 lanes add scratch[t] and scratch[t + s]; 16 are masked off by
// line 14.").
#pragma once

#include <string>

#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// About the moment that is executed next at `position`; at the end, the result.
std::string narrate(const Trace& trace, std::uint64_t position);

// The same about all moments up to the next line step: what the line does, and what its accesses cost.
std::string narrate_line(const Trace& trace, std::uint64_t position);

}  // namespace lockstep::sim
