// Metrics of the interface's two font families, Inter and JetBrains Mono, as data. With these metrics, SVG
// export and tests can place text without loading a font, and the baseline is the same on every Canvas.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

// Decodes the code point at `offset` of a UTF-8 text and advances `offset` to the next code point. For an
// invalid byte, returns U+FFFD.
char32_t next_code_point(std::string_view text, std::size_t& offset);

// Returns the width of a text in pixels. A code point that is not in the tables counts as a wide letter.
float nominal_text_width(std::string_view text, const TextStyle& style);

// Return the distance from the top of a line to its baseline, and the line height, for a font size of 1 px.
float ascent(Font font);
float line_height(Font font);

// Returns the y for Canvas::text() with which capitals and digits are centred on `centre_y`.
float top_for_centre(float centre_y, const TextStyle& style);

// Line breaking and formatting of numbers.

// Breaks `text` at spaces so that every line fits in `width`. A word that is too long is broken after commas
// and opening brackets. If this is not possible, the word has a line of its own and exceeds `width`.
std::vector<std::string> wrap_text(const Canvas& canvas, std::string_view text, const TextStyle& style,
                                   float width);

// Formats a size that the user chooses: "64", "4,096". From 8 Ki on, multiples of 1024 are written as "16 Ki"
// or "1 Mi". Counted values are formatted by count_text() (core/base/text) instead: "16,384".
std::string format_count(std::uint64_t value);
// Parses a whole number, optionally followed by Ki, Mi or Gi. Commas, spaces and _ are allowed between groups
// of three digits, and a space before the unit.
std::optional<std::uint64_t> parse_count(std::string_view text);

}  // namespace lockstep::gui
