// Makes statements that may be missing in a kernel from the names in its text: stores of its variables,
// loads, steps of a loop, copies of its statements. These statements are used if only the text shows what
// was intended.
#pragma once

#include <cstdint>
#include <string>

#include "sim/explain/kernel_edits/edit.hpp"

namespace lockstep::sim {

// Each edit adds one statement at one place. The edits with the most likely statement come first, one for
// each place. `most_bytes` is the limit for the size of all changed texts together.
Edits insertions(const std::string& path, const std::string& text, std::uint64_t most_bytes);

}  // namespace lockstep::sim
