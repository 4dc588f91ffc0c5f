// The header of an argument: words that say how large it is, of what type, and what fills it. The checks here
// are those that need no kernel.
#pragma once

#include <vector>

#include "cli/sim_format/file.hpp"

namespace lockstep::cli {

// `header` is what stands between '<' and '>'.
SimArgument parse_sim_header(const SimWord& header, std::vector<SimError>& errors);

}  // namespace lockstep::cli
