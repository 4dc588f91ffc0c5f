// The cost of a moment's memory accesses, in sentences that begin with a blank.
#pragma once

#include <string>

#include "sim/explain/narration/trace_words.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// `always`: also for accesses with minimum cost.
std::string cost_sentences(TraceWords& words, const Trace& trace, std::uint64_t position, bool always);

}  // namespace lockstep::sim
