// Prints a run as text: a sentence for each step with the cells that the step changed, or the whole state at
// one moment.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/explain/verdict.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::cli {

std::string trace_heading(const sim::Trace& trace);
// Writes the steps, and marks the step from which on the result is wrong. The output is passed to `write` in
// pieces, because the steps of a long run may take hundreds of megabytes.
void write_steps(const sim::Trace& trace, sim::Trace::Step step, const sim::RunVerdict& verdict,
                 const std::function<void(std::string_view)>& write);
std::string state_text(const sim::Trace& trace, std::uint64_t position);

// Returns the stores at [from, to), one per line: "scratch[0..3] = 4 1 7 0", "scratch[0] = 4 (Σ x0..x1)".
std::vector<std::string> changed_cells(const sim::Trace& trace, std::uint64_t from, std::uint64_t to);

}  // namespace lockstep::cli
