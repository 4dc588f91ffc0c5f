// Writes a run as JSON: the rows of the figure with the values that each line transfers, every executed
// operation with its operands, stale reads, sentences and findings.
#pragma once

#include <string>

#include "sim/explain/verdict.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::cli {

// `verdict` says whether the result is correct, wrong or not checked.
std::string trace_json(const sim::Trace& trace, sim::Trace::Step step, const sim::RunVerdict& verdict);

}  // namespace lockstep::cli
