// Keeps breakpoints on their lines when lines above them are added or removed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/trace/breakpoints.hpp"

namespace lockstep::gui {

// `marks` are one-based lines of `before`. The changed lines are treated as one block: marks in the block
// keep their line numbers within the length of the new block, and marks on removed lines are deleted. The
// conditions of marks move with them.
sim::BreakpointLines move_marks(const sim::BreakpointLines& marks, const std::vector<std::string>& before,
                                const std::vector<std::string>& after);

}  // namespace lockstep::gui
