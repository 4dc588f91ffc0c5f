// Checks drawings. A drawing comes from a process that executed a submission, so it must be passive.
#pragma once

#include <cstddef>
#include <string_view>

namespace lockstep::assignment {

inline constexpr std::size_t kMaxDrawing = std::size_t{4} << 20;  // bytes

// Whether the drawing is SVG with only the elements and attributes that Lockstep's figures use: no scripts,
// links, or external content.
bool is_plain_drawing(std::string_view svg);

}  // namespace lockstep::assignment
