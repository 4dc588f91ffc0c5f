// Describes the cost of the memory accesses of a moment.
#pragma once

#include <string>

#include "sim/explain/narration/trace_words.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// Returns sentences, each of which begins with a blank. `always`: accesses with minimum cost are
// described, too.
std::string cost_sentences(TraceWords& words, const Trace& trace, std::uint64_t position, bool always);

}  // namespace lockstep::sim
