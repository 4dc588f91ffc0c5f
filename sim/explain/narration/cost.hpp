// What the accesses of a moment cost, in sentences that begin with a blank.
#pragma once

#include <string>

#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// `always`: also accesses that cost no more than they must.
std::string cost_sentences(const Trace& trace, std::uint64_t position, bool always);

}  // namespace lockstep::sim
