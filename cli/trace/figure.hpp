// The stage's figures of a run as an SVG file.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::cli {

// A build without the window has no figures: a usage error that says so.
Result<void> write_figure(std::shared_ptr<const sim::Trace> trace, std::uint64_t position,
                          const std::string& path);

}  // namespace lockstep::cli
