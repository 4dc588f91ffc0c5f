#include "gui/pages/step/source/code_text.hpp"

#include <algorithm>
#include <cctype>

#include "gui/canvas/text.hpp"
#include "gui/editor/brackets.hpp"

namespace lockstep::gui {
namespace {

Role role_of(Diagnostic::Kind kind) {
  return kind == Diagnostic::Kind::error     ? Role::costs
         : kind == Diagnostic::Kind::warning ? Role::warns
                                             : Role::second_ink;
}

}  // namespace

void CodeText::draw_message(Canvas& canvas, const CodeRow& row, const Rect& rect) const {
  const Diagnostic& message = lines[row.line].messages[row.message];
  canvas.fill_rect(rect, message.kind == Diagnostic::Kind::error ? Role::costs_pale : Role::ground);
  const TextStyle style{Font::code, role_of(message.kind), Align::left, 12};
  if (row.begin == 0) canvas.text({rect.x + 14, top_for_centre(rect.centre().y, style)}, "▲", style);
  const float left = rect.x + kGutter + advance * static_cast<float>(row.indent);
  canvas.text({left, top_for_centre(rect.centre().y, style)},
              std::string_view(message.message).substr(row.begin, row.end - row.begin), style);
}

// Draws each part of the row in its colour.
void CodeText::draw_letters(Canvas& canvas, const CodeRow& row, const Rect& rect) const {
  const std::string_view text = lines[row.line].text;
  const Point at{rect.x + kGutter + advance * static_cast<float>(row.indent),
                 top_for_centre(rect.centre().y, kCode)};
  const auto draw = [&](std::size_t begin, std::size_t end, CodeKind kind) {
    begin = std::max(begin, row.begin);
    end = std::min(end, row.end);
    if (begin >= end || text.substr(begin, end - begin).find_first_not_of(' ') == std::string_view::npos)
      return;
    canvas.text({at.x + column_x(row, begin), at.y}, text.substr(begin, end - begin), code_style(kind));
  };
  std::size_t reached = row.begin;
  for (const CodeSpan& span : colours[row.line]) {
    draw(reached, span.begin, CodeKind::plain);
    draw(span.begin, span.end, span.kind);
    reached = span.end;
  }
  draw(reached, row.end, CodeKind::plain);
}

float CodeText::column_x(const CodeRow& row, std::size_t byte) const {
  return advance * static_cast<float>(count_columns(lines[row.line].text, row.begin, byte));
}

void CodeText::underline(Canvas& canvas, const CodeRow& row, const Rect& rect,
                         const Diagnostic& message) const {
  const std::string& text = lines[row.line].text;
  const std::size_t begin = message.column - 1;
  if (message.column == 0 || begin < row.begin || begin >= row.end) return;
  std::size_t end = begin + 1;
  while (end < row.end && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_')) ++end;
  const float left = rect.x + kGutter + advance * static_cast<float>(row.indent + begin - row.begin);
  const float width = advance * static_cast<float>(end - begin);
  canvas.fill_rect({left, rect.bottom() - 3, width, 2},
                   message.kind == Diagnostic::Kind::error ? Role::costs : Role::warns);
}

void CodeText::draw_selection(Canvas& canvas, const CodeRow& row, const Rect& rect,
                              const TextBuffer& buffer) const {
  if (!buffer.has_selection()) return;
  const TextPlace from = std::min(buffer.cursor(), buffer.anchor()),
                  to = std::max(buffer.cursor(), buffer.anchor());
  if (row.line < from.line || row.line > to.line) return;
  const std::size_t begin = row.line == from.line ? std::max(row.begin, from.column) : row.begin;
  const std::size_t end = row.line == to.line ? std::min(row.end, to.column) : row.end;
  if (begin > row.end || end < row.begin || begin >= end) return;
  const auto x = [&](std::size_t column) {
    const std::string_view text = lines[row.line].text;
    return rect.x + kGutter + advance * static_cast<float>(row.indent) +
           canvas.text_width(text.substr(row.begin, column - row.begin), kCode);
  };
  canvas.fill_rect({x(begin), rect.y, x(end) - x(begin), rect.height}, Role::acts_pale);
  canvas.line({x(begin), rect.bottom() - 1}, {x(end), rect.bottom() - 1}, Role::acts, 1);
}

Rect CodeText::place_of(TextPlace place, const Rect& area, float scroll) const {
  const RowPlace row = row_of(rows, lines, place);
  return {area.x + kGutter + advance * static_cast<float>(row.column),
          area.y + static_cast<float>(row.row) * kRow - scroll, advance, kRow};
}

void CodeText::draw_cursor(Canvas& canvas, const Rect& at) const {
  canvas.fill_rect({at.x - 0.5f, at.y + 2, 1.5f, kRow - 4}, Role::ink);
}

void CodeText::draw_brackets(Canvas& canvas, const Rect& area, float scroll, const TextBuffer& buffer) const {
  if (buffer.has_selection()) return;
  const auto pair = brackets_at(buffer.lines(), colours, buffer.cursor());
  if (!pair) return;
  const auto frame = [&](TextPlace at) {
    const Rect place = place_of(at, area, scroll);
    canvas.stroke_rect({place.x - 1, place.y + 1, place.width + 2, kRow - 2}, Role::acts, 1, 2);
  };
  const Rect place = place_of(pair->at, area, scroll);
  if (!pair->partner) return canvas.fill_rect({place.x, place.bottom() - 3, place.width, 2}, Role::costs);
  frame(pair->at);
  frame(*pair->partner);
}

}  // namespace lockstep::gui
