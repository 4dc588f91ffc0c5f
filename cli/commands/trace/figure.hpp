// Writes the figures of a run at one moment as SVG.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.hpp"
#include "sim/explain/verdict.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::cli {

std::string figure_text(std::shared_ptr<const sim::Trace> trace, std::uint64_t position);
// Returns the figure for a report, with the wrong cell marked. For a long run, the figure shows only the rows
// around the position.
std::string failure_figure(std::shared_ptr<const sim::Trace> trace, std::uint64_t position,
                           const sim::RunVerdict& verdict);

// Returns a usage error in a build without the window, which has no figures.
Result<void> write_figure(std::shared_ptr<const sim::Trace> trace, std::uint64_t position,
                          const std::string& path);

}  // namespace lockstep::cli
