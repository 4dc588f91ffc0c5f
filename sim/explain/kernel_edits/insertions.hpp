// Statements that may be missing in a kernel, made from the names in its text: stores of its variables,
// loads, steps of a loop, copies of its statements. Used if only the text shows what was intended.
#pragma once

#include <cstdint>
#include <string>

#include "sim/explain/kernel_edits/edit.hpp"

namespace lockstep::sim {

// Each edit adds one statement at one place; all places are tried with the most likely statement first.
// `most_bytes`: the limit for all their texts together.
Edits insertions(const std::string& path, const std::string& text, std::uint64_t most_bytes);

}  // namespace lockstep::sim
