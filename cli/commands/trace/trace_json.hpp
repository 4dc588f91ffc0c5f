// A run as JSON: the rows of the figure with the values that each line carries, every executed operation with
// its operands, stale reads, sentences, findings.
#pragma once

#include <string>

#include "sim/explain/verdict.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::cli {

// `wrong`: what is wrong with the result; "" if it is correct or was not checked.
std::string trace_json(const sim::Trace& trace, sim::Trace::Step step, const sim::RunVerdict& verdict);

}  // namespace lockstep::cli
