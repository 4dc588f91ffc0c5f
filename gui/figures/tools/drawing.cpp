#include "gui/figures/tools/drawing.hpp"

#include <algorithm>
#include <array>

#include "gui/canvas/text.hpp"

namespace lockstep::gui::drawing {

void text_at(Canvas& canvas, float x, float centre_y, std::string_view text, const TextStyle& style) {
  canvas.text({x, top_for_centre(centre_y, style)}, text, style);
}

bool text_in(Canvas& canvas, const Rect& box, std::string_view text, TextStyle style) {
  style.align = Align::centre;
  if (text.empty() || canvas.text_width(text, style) > box.width - 4) return false;
  text_at(canvas, box.centre().x, box.centre().y, text, style);
  return true;
}

float widest_number(const Canvas& canvas, const TextStyle& style) {
  return std::max(
      {canvas.text_width("00", style), canvas.text_width("44", style), canvas.text_width("88", style)});
}

std::string fit_parts(const Canvas& canvas, std::string_view text, const TextStyle& style, float width) {
  constexpr std::string_view between = " · ";
  for (std::string_view part = text; canvas.text_width(part, style) > width;) {
    const std::size_t end = part.rfind(between);
    if (end == std::string_view::npos) return fit_text(canvas, part, style, width);
    part = part.substr(0, end);
    if (canvas.text_width(part, style) <= width) return std::string(part);
  }
  return std::string(text);
}

Rect heading(Canvas& canvas, const Rect& area, const Heading& heading) {
  const float centre = area.y + 10;
  const TextStyle title = bold_text(Role::ink), words = reading_text(Role::second_ink);
  TextStyle right = reading_text(heading.right_role, Align::right);
  if (heading.right_role != Role::second_ink) right.font = Font::text_bold;

  // The title and the text at the right can each use the space that the other one leaves free.
  const float title_width = canvas.text_width(heading.title, title) + 14;
  const float right_room = std::max(area.width * 0.45f, area.width - title_width);
  const std::string right_text = fit_parts(canvas, heading.right, right, right_room);
  const float right_width = right_text.empty() ? 0 : canvas.text_width(right_text, right) + 16;
  if (!right_text.empty()) text_at(canvas, area.right(), centre, right_text, right);
  float x = area.x;
  const std::string title_text = fit_parts(canvas, heading.title, title, area.width - right_width);
  text_at(canvas, x, centre, title_text, title);
  x += canvas.text_width(title_text, title) + 14;
  const float room = area.right() - right_width - x;
  const std::string_view first = heading.words.substr(0, heading.words.find(" · "));
  if (!first.empty() && canvas.text_width(first, words) <= room)
    text_at(canvas, x, centre, fit_parts(canvas, heading.words, words, room), words);
  return {area.x, area.y + kHeadingHeight, area.width, std::max(0.0f, area.height - kHeadingHeight)};
}

std::vector<std::string> wrap(const Canvas& canvas, std::string_view text, const TextStyle& style,
                              float width) {
  return wrap_text(canvas, text, style, width);
}

float paragraph(Canvas& canvas, Point top, std::string_view text, const TextStyle& style, float width) {
  for (const std::string& line : wrap(canvas, text, style, width)) {
    canvas.text(top, fit_text(canvas, line, style, width), style);
    top.y += kParagraphLine;
  }
  return top.y;
}

void swatch(Canvas& canvas, Point centre, Swatch kind, Role role, float size) {
  const float half = size / 2;
  const Rect box{centre.x - half, centre.y - half, size, size};
  switch (kind) {
    case Swatch::filled:
      canvas.fill_rect(box, role, 2);
      break;
    case Swatch::pale:
      canvas.fill_rect(box, role, 2);
      canvas.stroke_rect(box, role == Role::costs_pale ? Role::costs : Role::acts, 1, 2);
      break;
    case Swatch::hatched:
      canvas.hatch_rect(box, role, 3);
      canvas.stroke_rect(box, role, 1, 2);
      break;
    case Swatch::bar:
      canvas.fill_rect({box.x, centre.y - 2, size, 4}, role, 2);
      break;
    case Swatch::outline:
      canvas.stroke_rect(box, role, 1, 2);
      break;
    case Swatch::ring:
      canvas.stroke_rect(box, role, 3, 3);
      break;
    case Swatch::line:
      canvas.line({box.x, centre.y}, {box.right(), centre.y}, role, 2);
      break;
    case Swatch::upright:
      canvas.line({centre.x, box.y}, {centre.x, box.bottom()}, role, 2);
      break;
    case Swatch::dashed:
      canvas.dashed_line({centre.x, box.y}, {centre.x, box.bottom()}, role, 1);
      break;
    case Swatch::dashed_level:
      canvas.dashed_line({box.x, centre.y}, {box.right(), centre.y}, role, 1);
      break;
    case Swatch::triangle: {
      const std::array points{Point{centre.x, box.y}, Point{box.right(), box.bottom()},
                              Point{box.x, box.bottom()}};
      canvas.fill_polygon(points, role);
      break;
    }
    case Swatch::diamond: {
      const std::array points{Point{centre.x, box.y}, Point{box.right(), centre.y},
                              Point{centre.x, box.bottom()}, Point{box.x, centre.y}};
      canvas.fill_polygon(points, role);
      break;
    }
    case Swatch::cross:
      canvas.line({box.x, box.y}, {box.right(), box.bottom()}, role, 2);
      canvas.line({box.x, box.bottom()}, {box.right(), box.y}, role, 2);
      break;
  }
}

constexpr float kLegendMark = 10, kBeforeLegendText = 5, kBetweenLegend = 14;

float legend_width(const Canvas& canvas, std::span<const LegendEntry> entries) {
  float width = entries.empty() ? 0 : -kBetweenLegend;
  for (const LegendEntry& entry : entries)
    width += kLegendMark + kBeforeLegendText + canvas.text_width(entry.text, small_text(Role::second_ink)) +
             kBetweenLegend;
  return width;
}

float legend(Canvas& canvas, const Rect& row, std::span<const LegendEntry> entries) {
  const TextStyle style = small_text(Role::second_ink);
  while (!entries.empty() && legend_width(canvas, entries) > row.width)
    entries = entries.first(entries.size() - 1);
  const float left = row.right() - legend_width(canvas, entries), centre = row.centre().y;
  float x = left;
  for (const LegendEntry& entry : entries) {
    swatch(canvas, {x + kLegendMark / 2, centre}, entry.swatch, entry.role, kLegendMark);
    x += kLegendMark + kBeforeLegendText;
    text_at(canvas, x, centre, entry.text, style);
    x += canvas.text_width(entry.text, style) + kBetweenLegend;
  }
  return left;
}

void scroll_mark(Canvas& canvas, const Rect& seen, float content, float scroll) {
  if (content <= seen.height + 1) return;
  const float share = seen.height / content;
  const Rect bar{seen.right() + 4, seen.y, 4, seen.height};
  canvas.fill_rect(bar, Role::ground, 2);
  canvas.fill_rect({bar.x, bar.y + scroll * share, bar.width, std::max(8.0f, bar.height * share)},
                   Role::waiting, 2);
}

}  // namespace lockstep::gui::drawing
