// Metrics of the interface's two families, Inter and JetBrains Mono, as plain data, so that an SVG or a test
// can place text without loading a font, and so that text sits on the same baseline in every back of the
// Canvas.
#pragma once

#include <cstdint>
#include <string_view>

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

}  // namespace lockstep::gui
