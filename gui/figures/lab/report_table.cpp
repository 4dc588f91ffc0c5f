#include "gui/figures/lab/report_table.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "gui/figures/tools/drawing.hpp"

namespace lockstep::gui {

using namespace drawing;

namespace {

constexpr float kTitle = 26, kRow = 22, kTableColumnGap = 18, kNoteGap = 6;

// Returns true if the row contains a reason instead of counts. The reason extends over the rest of the row.
bool is_reason(const lab::ReportTable& table, const lab::ReportTable::Row& row) {
  return row.cells.size() < table.columns.size();
}

std::vector<float> column_widths(const Canvas& canvas, const lab::ReportTable& table, float width) {
  std::vector<float> widths;
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    float widest = canvas.text_width(table.columns[column], reading_text(Role::second_ink));
    for (const lab::ReportTable::Row& row : table.rows)
      if (column < row.cells.size() && (column == 0 || !is_reason(table, row)))
        widest = std::max(widest, canvas.text_width(row.cells[column], bold_text(Role::ink)));
    widths.push_back(widest);
  }
  // If the columns do not fit, only the first column, which contains names, is narrowed.
  const float gaps = kTableColumnGap * static_cast<float>(widths.size() - 1);
  const float all = std::accumulate(widths.begin(), widths.end(), 0.0f) + gaps;
  if (all > width) widths.front() = std::max(90.0f, widths.front() - (all - width));
  return widths;
}

float note_height(const Canvas& canvas, const lab::ReportTable& table, float width) {
  if (table.note.empty()) return 0;
  const auto lines =
      static_cast<float>(wrap(canvas, table.note, reading_text(Role::second_ink), width).size());
  return kNoteGap + lines * kParagraphLine;
}

void draw_cells(Canvas& canvas, const Rect& row, const std::vector<float>& widths,
                const std::vector<std::string>& cells, TextStyle style) {
  float x = row.x;
  for (std::size_t i = 0; i < cells.size() && i < widths.size(); ++i) {
    style.align = i == 0 ? Align::left : Align::right;
    const std::string text = fit_text(canvas, cells[i], style, widths[i] + (i == 0 ? 0 : kTableColumnGap));
    text_at(canvas, i == 0 ? x : x + widths[i], row.centre().y, text, style);
    x += widths[i] + kTableColumnGap;
  }
}

}  // namespace

float report_table_height(const Canvas& canvas, const lab::ReportTable& table, float width) {
  return kTitle + kRow * static_cast<float>(table.rows.size() + 1) + note_height(canvas, table, width);
}

void draw_report_table(Canvas& canvas, const Rect& area, const lab::ReportTable& table) {
  canvas.text({area.x, area.y}, fit_text(canvas, table.title, bold_text(Role::ink), area.width),
              bold_text(Role::ink));
  const std::vector<float> widths = column_widths(canvas, table, area.width);
  float y = area.y + kTitle;
  draw_cells(canvas, {area.x, y, area.width, kRow}, widths, table.columns, reading_text(Role::second_ink));
  canvas.line({area.x, y + kRow}, {area.right(), y + kRow}, Role::line);
  for (const lab::ReportTable::Row& row : table.rows) {
    y += kRow;
    const Rect place{area.x, y, area.width, kRow};
    if (row.chosen)
      canvas.fill_rect({place.x - 6, place.y + 1, place.width + 12, kRow - 1}, Role::acts_pale, 4);
    const TextStyle style = row.chosen ? bold_text(Role::ink) : reading_text(Role::ink);
    if (!is_reason(table, row)) {
      draw_cells(canvas, place, widths, row.cells, style);
      continue;
    }
    draw_cells(canvas, place, widths, {row.cells.front()}, style);
    const float left = area.x + widths.front() + kTableColumnGap;
    text_at(canvas, left, place.centre().y,
            fit_text(canvas, row.cells.back(), reading_text(Role::second_ink), area.right() - left),
            reading_text(Role::second_ink));
  }
  if (!table.note.empty())
    paragraph(canvas, {area.x, y + kRow + kNoteGap}, table.note, reading_text(Role::second_ink), area.width);
}

}  // namespace lockstep::gui
