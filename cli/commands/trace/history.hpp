// Which accesses wrote a cell, and which read it.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::cli {

// `cell` is "out[3]", a name that the launch at `position` knows. As JSON: a list of accesses.
Result<std::string> history_text(const sim::Trace& trace, std::uint64_t position, const std::string& cell,
                                 bool json);

}  // namespace lockstep::cli
