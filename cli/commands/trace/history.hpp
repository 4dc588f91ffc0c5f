// Lists the accesses that wrote or read a cell.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::cli {

// Returns the accesses to a cell as text or JSON. `cell` is a name such as "out[3]" that is known in the
// launch at `position`. The JSON form is a list of accesses.
Result<std::string> history_text(const sim::Trace& trace, std::uint64_t position, const std::string& cell,
                                 bool json);

}  // namespace lockstep::cli
