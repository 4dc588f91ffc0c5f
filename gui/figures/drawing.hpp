// What the figures have in common: headings, centred labels, wrapped sentences, legends.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui::drawing {

inline constexpr float kHeadingHeight = 30;
inline constexpr float kLegendHeight = 20;
inline constexpr float kSmall = 11;  // px: the smallest text there is
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

// Text whose capitals are centred on `centre_y`; `x` is its left, centre or right by the style.
void text_at(Canvas& canvas, float x, float centre_y, std::string_view text, const TextStyle& style);
// Centred in a box, if it fits there with 2 px to spare on each side; returns whether it did.
bool text_in(Canvas& canvas, const Rect& box, std::string_view text, TextStyle style);

// The width of the widest number of two digits, so that all cells of a row can have one style.
float widest_number(const Canvas& canvas, const TextStyle& style);
// Words whose parts are joined by " · ": as many of the first ones as fit, and cut only where not even one
// does.
std::string fit_parts(const Canvas& canvas, std::string_view text, const TextStyle& style, float width);

// A title in bold, words beside it, and words at the right, all cut to the width. Returns the area below.
struct Heading {
  std::string_view title;
  std::string_view words;
  std::string_view right;
  Role right_role = Role::second_ink;
};
Rect heading(Canvas& canvas, const Rect& area, const Heading& heading);

// Lines of at most `width`, broken at spaces.
std::vector<std::string> wrap(const Canvas& canvas, std::string_view text, const TextStyle& style,
                              float width);
// Draws wrapped lines from `top` and returns where they end.
float paragraph(Canvas& canvas, Point top, std::string_view text, const TextStyle& style, float width);
inline constexpr float kParagraphLine = 19;

// Keys to the marks of a figure, laid out from the right edge to the left; entries that do not fit are left
// out.
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
  triangle,
  diamond,
  cross
};
struct LegendEntry {
  Swatch swatch = Swatch::filled;
  Role role = Role::acts;
  std::string_view text;
};
// Returns the x at which the legend begins.
float legend(Canvas& canvas, const Rect& row, std::span<const LegendEntry> entries);
// At the right of `seen`: that there is more than is seen, and where one is in it. Nothing where all is seen.
void scroll_mark(Canvas& canvas, const Rect& seen, float content, float scroll);
void swatch(Canvas& canvas, Point centre, Swatch kind, Role role, float size = 10);

}  // namespace lockstep::gui::drawing
