// The stage's figures of a run as SVG.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.hpp"
#include "sim/explain/verdict.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::cli {

std::string figure_text(std::shared_ptr<const sim::Trace> trace, std::uint64_t position);
// For a report: of a long run the rows around the position, with the wrong cell marked.
std::string failure_figure(std::shared_ptr<const sim::Trace> trace, std::uint64_t position,
                           const sim::RunVerdict& verdict);

// A build without the window has no figures: a usage error that says so.
Result<void> write_figure(std::shared_ptr<const sim::Trace> trace, std::uint64_t position,
                          const std::string& path);

}  // namespace lockstep::cli
