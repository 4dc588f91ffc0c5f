// Metrics of the interface's two font families, Inter and JetBrains Mono, as data: SVG export and tests can
// place text without loading a font, and the baseline is the same on every Canvas.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

// Decodes the next code point of UTF-8 text at `offset` and advances `offset`; an invalid byte gives U+FFFD.
char32_t next_code_point(std::string_view text, std::size_t& offset);

// Width in pixels. A code point that is not in the tables has the width of a wide letter.
float nominal_text_width(std::string_view text, const TextStyle& style);

// The distance from the top of a line to its baseline, and the line height, for a font size of 1 px.
float ascent(Font font);
float line_height(Font font);

// The `y` for Canvas::text that centres capitals and digits on `centre_y`.
float top_for_centre(float centre_y, const TextStyle& style);

// Line breaking and formatting of numbers.

// Breaks `text` at spaces so that every line fits into `width`. A word that is too long is broken after
// commas, or is placed on a separate line.
std::vector<std::string> wrap_text(const Canvas& canvas, std::string_view text, const TextStyle& style,
                                   float width);

// Formats sizes that the user chooses: 64, "4,096", and from 8 Ki on multiples of 1024 as "16 Ki", "1 Mi".
// count_text() (core/base/text) formats counted values: "16,384".
std::string format_count(std::uint64_t value);
// Parses digits, optionally followed by Ki, Mi or Gi; commas, spaces and _ are allowed only between groups of
// three digits.
std::optional<std::uint64_t> parse_count(std::string_view text);

}  // namespace lockstep::gui
