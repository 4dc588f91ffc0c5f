// Statements that may be missing in a kernel, made of what its text names: stores of its variables, loads,
// steps of a loop, copies of its statements. Where the text alone tells what was meant.
#pragma once

#include <cstdint>
#include <string>

#include "sim/explain/kernel_edits/edit.hpp"

namespace lockstep::sim {

// Each adds one statement at one place; places before it change the most likely statement first.
// `most_bytes`: of all their texts together.
Edits insertions(const std::string& path, const std::string& text, std::uint64_t most_bytes);

}  // namespace lockstep::sim
