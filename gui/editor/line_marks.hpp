// Moves breakpoints with their lines when lines above them are added or removed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/trace/breakpoints.hpp"

namespace lockstep::gui {

// Returns the marks for the text `after`. `marks` contains one-based lines of `before`. All lines from the
// first to the last change are treated as one block: a mark in this block keeps its line number, or moves to
// the last line of the block if the block has become shorter. If no line of the block is left, its marks are
// deleted. The conditions of marks move with the marks.
sim::BreakpointLines move_marks(const sim::BreakpointLines& marks, const std::vector<std::string>& before,
                                const std::vector<std::string>& after);

}  // namespace lockstep::gui
