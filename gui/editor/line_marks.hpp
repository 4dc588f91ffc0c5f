// Breakpoints while the text changes: a mark stays with its line when lines above it come or go.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace lockstep::gui {

// `marks` are 1-based lines of `before`. What changed is taken to be one piece; in it marks stay where they
// are as far as there are lines, and those of lines that are gone go, too.
std::set<std::uint32_t> move_marks(const std::set<std::uint32_t>& marks,
                                   const std::vector<std::string>& before,
                                   const std::vector<std::string>& after);

}  // namespace lockstep::gui
