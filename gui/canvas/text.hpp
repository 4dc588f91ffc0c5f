// Metrics of the interface's two font families, Inter and JetBrains Mono, as data: SVG and tests place text
// without loading a font, and text has the same baseline on every Canvas.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

// Next code point of UTF-8 text at `offset`, which is advanced; an invalid byte gives U+FFFD.
char32_t next_code_point(std::string_view text, std::size_t& offset);

// Width in pixels. Code points outside the tables have the width of a wide letter.
float nominal_text_width(std::string_view text, const TextStyle& style);

// From the top of a line to its baseline, and its whole height, for 1 px of font size.
float ascent(Font font);
float line_height(Font font);

// The `y` for Canvas::text that centres capitals and figures on `centre_y`.
float top_for_centre(float centre_y, const TextStyle& style);

// Line breaking and formatting of numbers.

// Breaks `text` at blanks so that every line fits `width`; a longer word is broken after commas, or is a line
// of its own.
std::vector<std::string> wrap_text(const Canvas& canvas, std::string_view text, const TextStyle& style,
                                   float width);

// Of sizes that a person chooses: 64, "4,096", and from 8 Ki on multiples of 1024 as "16 Ki", "1 Mi". What is
// counted is written by count_text() (core/base/text): "16,384".
std::string format_count(std::uint64_t value);
// Digits, or digits with Ki, Mi, Gi; commas, blanks and _ only between groups of three digits.
std::optional<std::uint64_t> parse_count(std::string_view text);

}  // namespace lockstep::gui
