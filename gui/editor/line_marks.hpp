// Breakpoints while the text changes: a mark stays with its line when lines above it are added or removed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/trace/breakpoints.hpp"

namespace lockstep::gui {

// `marks` are 1-based lines of `before`. The changed lines are treated as one block: marks in it keep their
// lines as far as the block reaches, and marks of removed lines disappear.
// Their conditions go with them.
sim::BreakpointLines move_marks(const sim::BreakpointLines& marks, const std::vector<std::string>& before,
                                const std::vector<std::string>& after);

}  // namespace lockstep::gui
