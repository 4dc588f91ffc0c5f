// Words into lines, and numbers into words: the parts of the interface's text that need no window.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

// `text` broken at blanks so that every line fits `width`; a word that is too long is broken after commas, or
// stands alone.
std::vector<std::string> wrap_text(const Canvas& canvas, std::string_view text, const TextStyle& style,
                                   float width);

// 64 → "64", 1048576 → "1 Mi", else with thin groups "1 000 003".
std::string format_count(std::uint64_t value);
// Digits, or digits with Ki, Mi, Gi.
std::optional<std::uint64_t> parse_count(std::string_view text);

}  // namespace lockstep::gui
