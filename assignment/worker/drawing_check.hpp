// Drawings come from a process that had a submission: none may do anything but be seen.
#pragma once

#include <cstddef>
#include <string_view>

namespace lockstep::assignment {

inline constexpr std::size_t kMaxDrawing = std::size_t{4} << 20;  // bytes

// SVG with those elements and attributes that our figures have: no scripts, no links, nothing from elsewhere.
bool is_plain_drawing(std::string_view svg);

}  // namespace lockstep::assignment
