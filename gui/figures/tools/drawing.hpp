// Common parts of figures: headings, centred labels, wrapped sentences, legends.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui::drawing {

inline constexpr float kHeadingHeight = 30;
inline constexpr float kLegendHeight = 20;
inline constexpr float kSmall = 11;  // px, the smallest text size
inline constexpr float kReading = 13;

constexpr TextStyle small_text(Role role, Align align = Align::left) {
  return {Font::small, role, align, kSmall};
}
constexpr TextStyle reading_text(Role role, Align align = Align::left) {
  return {Font::text, role, align, kReading};
}
constexpr TextStyle bold_text(Role role, Align align = Align::left, float size = kReading) {
  return {Font::text_bold, role, align, size};
}

// Draws text with its capitals centred on `centre_y`. `x` is the left end, the centre or the right end of the
// text, depending on style.align.
void text_at(Canvas& canvas, float x, float centre_y, std::string_view text, const TextStyle& style);
// Draws text centred in a box if it fits with a margin of 2 px on each side. Returns true if the text fits.
bool text_in(Canvas& canvas, const Rect& box, std::string_view text, TextStyle style);

// Returns the width of the widest two-digit number, which is used to give all cells of a row the same style.
float widest_number(const Canvas& canvas, const TextStyle& style);
// Shortens text whose parts are joined by " · ". Keeps as many of the first parts as fit; if even the first
// part does not fit, cuts it.
std::string fit_parts(const Canvas& canvas, std::string_view text, const TextStyle& style, float width);

// A bold title, text next to the title, and text at the right end. heading() cuts all texts to the width and
// returns the area below the heading.
struct Heading {
  std::string_view title;
  std::string_view words;
  std::string_view right;
  Role right_role = Role::second_ink;
};
Rect heading(Canvas& canvas, const Rect& area, const Heading& heading);

// Breaks text at spaces into lines of at most `width`.
std::vector<std::string> wrap(const Canvas& canvas, std::string_view text, const TextStyle& style,
                              float width);
// Draws wrapped lines from `top` downwards and returns the y below the last line.
float paragraph(Canvas& canvas, Point top, std::string_view text, const TextStyle& style, float width);
inline constexpr float kParagraphLine = 19;

// The entries of a legend, which is drawn at the right end of its row.
enum class Swatch : std::uint8_t {
  filled,
  pale,
  hatched,
  bar,
  outline,
  ring,
  line,
  upright,
  dashed,
  dashed_level,
  triangle,
  diamond,
  cross
};
struct LegendEntry {
  Swatch swatch = Swatch::filled;
  Role role = Role::acts;
  std::string_view text;
};
// Returns the width that all entries need in one line.
float legend_width(const Canvas& canvas, std::span<const LegendEntry> entries);
// Draws the legend. If there is not enough room, the last entries are omitted. Returns the x of the legend's
// left edge.
float legend(Canvas& canvas, const Rect& row, std::span<const LegendEntry> entries);
// Draws a scroll bar at the right of the visible part `seen`; draws nothing if the whole content is visible.
void scroll_mark(Canvas& canvas, const Rect& seen, float content, float scroll);
void swatch(Canvas& canvas, Point centre, Swatch kind, Role role, float size = 10);

}  // namespace lockstep::gui::drawing
