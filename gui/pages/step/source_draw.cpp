// The rows of the source panel: code, messages under their line, the margins, selection and cursor.
#include <algorithm>
#include <cctype>

#include "gui/canvas/text_metrics.hpp"
#include "gui/pages/step/source_panel.hpp"

namespace lockstep::gui {
namespace {}  // namespace

void SourcePanel::draw_code(ViewContext& context, const Rect& area) {
  Canvas& canvas = context.ui.canvas;
  canvas.push_clip(area);
  const auto first = static_cast<std::size_t>(scroll_ / kRow);
  for (std::size_t i = first; i < rows_.size(); ++i) {
    const Rect row{area.x, area.y + static_cast<float>(i) * kRow - scroll_, area.width, kRow};
    if (row.y >= area.bottom()) break;
    draw_row(context, rows_[i], row);
  }
  if (!original_.changes.empty()) draw_changes(context, area);
  if (focused_) draw_cursor(context, area);
  canvas.pop_clip();
  if (context.ui.places != nullptr) context.ui.places->push_back({"source-text", area});
  interact(context, area);
}

void SourcePanel::draw_row(ViewContext& context, const CodeRow& row, const Rect& rect) {
  Canvas& canvas = context.ui.canvas;
  const SourceLine& line = lines_[row.line];
  const float left = rect.x + kGutter + advance_ * static_cast<float>(row.indent);
  if (row.kind == CodeRow::Kind::message) {
    const Diagnostic& message = line.messages[row.message];
    canvas.fill_rect(rect, message.is_error ? Role::costs_pale : Role::ground);
    const TextStyle style{Font::code, message.is_error ? Role::costs : Role::second_ink, Align::left, 12};
    if (row.begin == 0) canvas.text({rect.x + 14, top_for_centre(rect.centre().y, style)}, "▲", style);
    canvas.text({left, top_for_centre(rect.centre().y, style)},
                std::string_view(message.message).substr(row.begin, row.end - row.begin), style);
    return;
  }
  if (row.kind == CodeRow::Kind::removed) return draw_removed(canvas, row, rect);
  const bool linked = context.link.line == line.number;
  if (line.next || linked) canvas.fill_rect(rect, Role::acts_pale);
  draw_selection(canvas, row, rect);
  draw_matches(canvas, row, rect);
  draw_text(canvas, row, {left, top_for_centre(rect.centre().y, kCode)});
  for (const Diagnostic& message : line.messages) underline(canvas, row, rect, message);
  if (row.first()) draw_margins(canvas, line, rect, line.next || linked);
}

// A row of code in the colours of its parts.
void SourcePanel::draw_text(Canvas& canvas, const CodeRow& row, Point at) {
  const std::string_view text = lines_[row.line].text;
  const auto draw = [&](std::size_t begin, std::size_t end, CodeKind kind) {
    begin = std::max(begin, row.begin);
    end = std::min(end, row.end);
    if (begin >= end || text.substr(begin, end - begin).find_first_not_of(' ') == std::string_view::npos)
      return;
    canvas.text({at.x + column_x(row, begin), at.y}, text.substr(begin, end - begin), code_style(kind));
  };
  std::size_t reached = row.begin;
  for (const CodeSpan& span : colours_[row.line]) {
    draw(reached, span.begin, CodeKind::plain);
    draw(span.begin, span.end, span.kind);
    reached = span.end;
  }
  draw(reached, row.end, CodeKind::plain);
}

// Pixels from the left of a row's text to a byte of its line.
float SourcePanel::column_x(const CodeRow& row, std::size_t byte) const {
  const std::string_view text = lines_[row.line].text;
  return advance_ * static_cast<float>(count_columns(text, row.begin, byte));
}

// The word that a message is about.
void SourcePanel::underline(Canvas& canvas, const CodeRow& row, const Rect& rect, const Diagnostic& message) {
  const std::string& text = lines_[row.line].text;
  const std::size_t begin = message.column - 1;
  if (message.column == 0 || begin < row.begin || begin >= row.end) return;
  std::size_t end = begin + 1;
  while (end < row.end && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_')) ++end;
  const float left = rect.x + kGutter + advance_ * static_cast<float>(row.indent + begin - row.begin);
  const float width = advance_ * static_cast<float>(end - begin);
  canvas.fill_rect({left, rect.bottom() - 3, width, 2}, message.is_error ? Role::costs : Role::warns);
}

void SourcePanel::draw_margins(Canvas& canvas, const SourceLine& line, const Rect& rect, bool lit) {
  const float middle = rect.centre().y;
  // On the marked line the quietest tone could not be read.
  const Role quiet = lit ? Role::second_ink : Role::masked;
  const TextStyle number{Font::code, quiet, Align::right, 11};
  canvas.text({rect.x + kGutter - 10, top_for_centre(middle, number)}, std::to_string(line.number), number);
  if (line.breakpoint) canvas.fill_circle({rect.x + 9, middle}, 5, Role::costs);
  if (line.next) {
    const float x = rect.x + (line.breakpoint ? 6 : 5);
    const Point arrow[] = {{x, middle - 5}, {x + 9, middle}, {x, middle + 5}};
    canvas.fill_polygon(arrow, line.breakpoint ? Role::card : Role::acts);
  }
  const float heat_x = rect.right() - margin_ + kRunsWidth;
  if (line.cost > 0) {
    const TextStyle style{Font::text_bold, Role::costs, Align::right, 11};
    const Rect bar{heat_x, rect.y + 3, std::max(3.0f, kHeatWidth * line.heat), kRow - 6};
    canvas.fill_rect(bar, Role::costs_pale, 2);
    canvas.fill_rect({bar.x, bar.y, 3, bar.height}, Role::costs, 1);
    canvas.text({rect.right() - 11, top_for_centre(middle, style)}, format_count(line.cost), style);
  }
  if (line.runs > 0) {
    const TextStyle style{Font::text, quiet, Align::right, 11};
    canvas.text({heat_x - 5, top_for_centre(middle, style)}, "×" + format_count(line.runs), style);
  }
}

void SourcePanel::draw_selection(Canvas& canvas, const CodeRow& row, const Rect& rect) {
  if (!focused_ || !buffer_.has_selection()) return;
  const TextPlace from = std::min(buffer_.cursor(), buffer_.anchor()),
                  to = std::max(buffer_.cursor(), buffer_.anchor());
  if (row.line < from.line || row.line > to.line) return;
  const std::size_t begin = row.line == from.line ? std::max(row.begin, from.column) : row.begin;
  const std::size_t end = row.line == to.line ? std::min(row.end, to.column) : row.end;
  if (begin > row.end || end < row.begin || begin >= end) return;
  const float left = rect.x + kGutter;
  const auto x = [&](std::size_t column) {
    const TextStyle& style = kCode;
    const std::string_view text = lines_[row.line].text;
    return left + advance_ * static_cast<float>(row.indent) +
           canvas.text_width(text.substr(row.begin, column - row.begin), style);
  };
  canvas.fill_rect({x(begin), rect.y, x(end) - x(begin), rect.height}, Role::acts_pale);
  canvas.line({x(begin), rect.bottom() - 1}, {x(end), rect.bottom() - 1}, Role::acts, 1);
}

void SourcePanel::draw_cursor(ViewContext& context, const Rect& area) {
  const RowPlace place = row_of(rows_, lines_, buffer_.cursor());
  const float x = area.x + kGutter + advance_ * static_cast<float>(place.column);
  const float y = area.y + static_cast<float>(place.row) * kRow - scroll_;
  context.ui.canvas.fill_rect({x - 0.5f, y + 2, 1.5f, kRow - 4}, Role::ink);
}
}  // namespace lockstep::gui
