// Metrics of the interface's two families, Inter and JetBrains Mono, as plain data, so that an SVG or a test
// can place text without loading a font, and so that text sits on the same baseline in every back of the
// Canvas.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

// Next code point of UTF-8 text at `offset`, which moves past it; a broken byte gives U+FFFD.
char32_t next_code_point(std::string_view text, std::size_t& offset);

// Width in pixels. Code points outside the tables count as a wide letter.
float nominal_text_width(std::string_view text, const TextStyle& style);

// From the top of a line to its baseline, and its whole height, for 1 px of font size.
float ascent(Font font);
float line_height(Font font);

// The `y` for Canvas::text that centres capitals and figures on `centre_y`.
float top_for_centre(float centre_y, const TextStyle& style);

// Words into lines, and numbers into words: the parts of the interface's text that need no window.

// `text` broken at blanks so that every line fits `width`; a word that is too long is broken after commas, or
// stands alone.
std::vector<std::string> wrap_text(const Canvas& canvas, std::string_view text, const TextStyle& style,
                                   float width);

// 64 → "64", 1048576 → "1 Mi", else with thin groups "1 000 003".
std::string format_count(std::uint64_t value);
// Digits, or digits with Ki, Mi, Gi.
std::optional<std::uint64_t> parse_count(std::string_view text);

}  // namespace lockstep::gui
