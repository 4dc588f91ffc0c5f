#include "gui/pages/gpu/result_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"

namespace lockstep::gui {
namespace {

constexpr float kResultRow = 28, kResultTableHeading = 34, kResultHeader = 24, kResultTableLine = 18,
                kStatus = 78, kResultTableName = 176, kResultTableIndent = 12;
constexpr std::size_t kResultMaxLines =
    16;  // maximum for a reason, because a driver's log may have hundreds of lines
constexpr TextStyle kResultSize{Font::text_bold, Role::second_ink, Align::left, 12};

Role role_of(ResultRow::Mood mood) {
  return mood == ResultRow::Mood::good  ? Role::good
         : mood == ResultRow::Mood::bad ? Role::costs
                                        : Role::second_ink;
}

// Returns the lines of the row's reason or remark, which are drawn below the row.
std::vector<std::string> lines_below(const Canvas& canvas, const ResultRow& row, float width) {
  const std::string& text = row.reason.empty() ? row.remark : row.reason;
  if (text.empty()) return {};
  std::vector<std::string> lines = wrap_text(canvas, text, kQuiet, width - kResultTableIndent);
  if (lines.size() <= kResultMaxLines) return lines;
  const std::size_t more = lines.size() - kResultMaxLines + 1;
  lines.resize(kResultMaxLines - 1);
  lines.push_back(fmt::format("… {} more lines: see the CSV or JSON file", more));
  return lines;
}

bool begins_size(std::span<const ResultRow> rows, std::size_t i) {
  return i == 0 || rows[i].size != rows[i - 1].size;
}

// Calls `draw` with each column and its right edge. The columns are on the right, before the status.
template <class Draw>
void for_columns(const Rect& row, std::span<const ResultColumn> columns, Draw draw) {
  float x = row.right() - kStatus - columns_width(columns);
  for (const ResultColumn& column : columns) draw(column, x += column.width);
}

void draw_row(Canvas& canvas, const Rect& row, const ResultRow& shown,
              std::span<const ResultColumn> columns) {
  const float middle = row.centre().y;
  const float room = row.width - kStatus - columns_width(columns) - 4;
  TextStyle name = kText;
  if (shown.mood == ResultRow::Mood::waiting) name.role = Role::second_ink;
  canvas.text({row.x, top_for_centre(middle, name)}, fit_text(canvas, shown.algorithm, name, room), name);
  for_columns(row, columns, [&](const ResultColumn& column, float right) {
    const bool main = column.value == &ResultRow::gbps;
    const TextStyle style{main ? Font::text_bold : Font::text, Role::ink, Align::right, 13};
    canvas.text({right, top_for_centre(middle, style)}, shown.*column.value, style);
  });
  const TextStyle status{Font::text_bold, role_of(shown.mood), Align::right, 12};
  canvas.text({row.right(), top_for_centre(middle, status)}, shown.status, status);
}

float draw_lines(Canvas& canvas, const Rect& area, float y, const ResultRow& row) {
  TextStyle style = kQuiet;
  if (!row.reason.empty()) style.role = role_of(row.mood);
  for (const std::string& line : lines_below(canvas, row, area.width)) {
    canvas.text({area.x + kResultTableIndent, y}, line, style);
    y += kResultTableLine;
  }
  return y;
}

}  // namespace

std::vector<ResultColumn> table_columns(float width, ResultColumns chosen) {
  return shown_columns(width - kResultTableName - kStatus, chosen);
}

float draw_result_header(Canvas& canvas, const Rect& area, std::span<const ResultColumn> columns,
                         const TableHint& hint) {
  TextStyle right = kQuiet;
  right.align = Align::right;
  canvas.text({area.x, area.y}, "algorithm", kQuiet);
  for_columns(area, columns, [&](const ResultColumn& column, float edge) {
    canvas.text({edge, area.y}, column.title, right);
    const float width = std::min(canvas.text_width(column.title, right) + 8, column.width);
    if (hint) hint(column.title, {edge + 4 - width, area.y - 4, width, 22}, column.tooltip);
  });
  canvas.text({area.right(), area.y}, "check", right);
  canvas.line({area.x, area.y + 22}, {area.right(), area.y + 22}, Role::line);
  return area.y + kResultHeader;
}

float draw_result_rows(Canvas& canvas, const Rect& area, std::span<const ResultRow> rows,
                       std::span<const ResultColumn> columns, const TableHint& hint, const RowTools& tools) {
  float y = area.y;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (begins_size(rows, i)) {
      canvas.text({area.x, y + 12}, "n = " + format_count(rows[i].size), kResultSize);
      y += kResultTableHeading;
      canvas.line({area.x, y - 2}, {area.right(), y - 2}, Role::line, 0.5f);
    }
    const Rect row{area.x, y, area.width, kResultRow};
    draw_row(canvas, row, rows[i], columns);
    if (hint) hint(fmt::format("result-{}-{}", i, rows[i].algorithm), row, rows[i].details);
    const float parts = draw_part_lines(canvas, {area.x, row.bottom(), area.width, 0}, rows[i].parts,
                                        fmt::format("part-{}", i), hint);
    const float below = draw_lines(canvas, area, parts - 2, rows[i]);
    y = below > parts ? below + 4 : parts;
    if (tools) y = tools(i, {area.x + kResultTableIndent, y, area.width - kResultTableIndent, 0});
    canvas.line({area.x, y}, {area.right(), y}, Role::line, 0.5f);
  }
  return y;
}

}  // namespace lockstep::gui
