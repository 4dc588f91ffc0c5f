#include "gui/pages/compare/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/pages/action_table.hpp"

namespace lockstep::gui {
namespace {

constexpr float kTableHeader = 40, kFamily = 26, kCompareLeastRow = 23, kCompareMaxRow = 40, kMark = 24;
constexpr TextStyle kWrongResult{Font::text, Role::costs, Align::left, 13};

// Returns the width of the column of names. The columns of counters have equal widths.
float name_width(const Rect& area) { return std::clamp(area.width * 0.17f, 176.0f, 300.0f); }

// Returns the largest height of a row at which all rows are visible, within limits.
float row_height(const Rect& area, std::size_t rows) {
  const float room = area.height - kTableHeader - 2 * kFamily - 4;
  return std::clamp(room / static_cast<float>(std::max<std::size_t>(1, rows)), kCompareLeastRow,
                    kCompareMaxRow);
}

void triangle(Canvas& canvas, Point at, bool down) {
  const float y = down ? at.y + 3 : at.y - 3, tip = down ? at.y - 3 : at.y + 3;
  const Point points[] = {{at.x - 4, tip}, {at.x + 4, tip}, {at.x, y}};
  canvas.fill_polygon(points, Role::acts);
}

// Draws the pale bar behind a number, and a line at the bottom of the bar that is visible in every theme.
void draw_bar(Canvas& canvas, const Rect& cell, double share, bool good) {
  const float width = (cell.width - 12) * static_cast<float>(share), middle = cell.centre().y;
  if (width < 1) return;
  canvas.fill_rect({cell.x + 14, middle - 9, width, 18}, good ? Role::acts_pale : Role::costs_pale, 2);
  canvas.fill_rect({cell.x + 14, middle + 7, width, 2}, good ? Role::acts : Role::costs, 1);
}

// Returns the top and bottom of a row, measured from the top of the first family; none if there
// is no such row.
std::optional<std::pair<float, float>> place_of(const std::string& key, const std::vector<CompareRow>& rows,
                                                float height) {
  float y = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i == 0 || rows[i].family != rows[i - 1].family) y += kFamily;
    if (rows[i].key == key) return std::pair{i == 0 ? 0 : y, y + height};
    y += height;
  }
  return std::nullopt;
}

}  // namespace

ColumnPage column_page(float room, std::size_t total, std::size_t first) {
  constexpr float least = 90;
  const auto fitting = static_cast<std::size_t>(std::max(1.0f, room / least));
  const std::size_t count = std::min(total, fitting);
  return {std::min(first, total - count), count};
}

Rect CompareTable::cell(const Rect& row, std::size_t column) const {
  const float left = row.x + name_width(row);
  const float width = (row.right() - left) / static_cast<float>(columns_.count);
  return {left + width * static_cast<float>(column - columns_.first), row.y, width, row.height};
}

void CompareTable::choose_columns(PanelContext& context, const Rect& area) {
  const std::span<const CompareColumn> all = compare_columns();
  const float turned = context.ui.wheel_sideways(area);
  const auto by = static_cast<std::ptrdiff_t>(std::round(turned));
  const auto first = std::max<std::ptrdiff_t>(0, static_cast<std::ptrdiff_t>(columns_.first) - by);
  const float room = area.width - name_width(area);
  columns_ = column_page(room, all.size(), static_cast<std::size_t>(first));
  const std::string& column = context.state.compare.column;
  const auto sorted =
      static_cast<std::size_t>(std::ranges::find(all, column, &CompareColumn::key) - all.begin());
  if (std::exchange(sorted_, column) == column || sorted == all.size() || columns_.has(sorted)) return;
  columns_.first = sorted < columns_.first ? sorted : sorted + 1 - columns_.count;
}

// If not all columns fit, draws buttons above the column of names, which scroll to the columns before and
// after the visible columns.
void CompareTable::draw_column_buttons(PanelContext& context, const Rect& names) {
  const std::size_t total = compare_columns().size();
  if (columns_.count == total) return;
  const Rect back{names.x, names.y + 4, 24, 24}, on{back.right() + 4, back.y, 24, 24};
  if (context.ui.button("columns-back", back, "←", "Columns before these (Shift and the wheel)", false,
                        columns_.first > 0))
    --columns_.first;
  if (context.ui.button("columns-on", on, "→", "Columns after these (Shift and the wheel)", false,
                        columns_.first + columns_.count < total))
    ++columns_.first;
  const std::string which =
      fmt::format("{} to {} of {}", columns_.first + 1, columns_.first + columns_.count, total);
  context.ui.canvas.text({on.right() + 8, top_for_centre(on.centre().y, kQuiet)}, which, kQuiet);
}

void CompareTable::draw(PanelContext& context, const Rect& area, const std::vector<CompareRow>& rows) {
  choose_columns(context, area);
  draw_column_buttons(context, {area.x, area.y, name_width(area), kTableHeader});
  const float height = row_height(area, rows.size());
  const float top = draw_header(context, {area.x, area.y, area.width, kTableHeader});
  // Scrolls to the row under the cursor.
  const std::string& chosen = context.state.compare.row;
  const auto place = place_of(chosen, rows, height);
  if (place && chosen != seen_) scroll_.reveal(area.bottom() - top, place->first, place->second);
  if (drawn_)
    seen_ = chosen;  // wait for the second frame, because the first frame measures the height of the contents
  drawn_ = true;
  float y = scroll_.begin(context.ui, {area.x, top, area.width, area.bottom() - top});
  std::optional<Algorithm::Family> family;
  for (const CompareRow& row : rows) {
    if (family != row.family) y = draw_family(context, {area.x, y, area.width, kFamily}, row.family);
    family = row.family;
    draw_row(context, {area.x, y, area.width, height}, row);
    y += height;
  }
  scroll_.end(context.ui, y);
}

float CompareTable::draw_header(PanelContext& context, const Rect& area) {
  Canvas& canvas = context.ui.canvas;
  const CompareChoice& choice = context.state.compare;
  for (std::size_t i = columns_.first; i < columns_.first + columns_.count; ++i) {
    const CompareColumn& column = compare_columns()[i];
    const Rect rect = cell(area, i);
    const bool on = choice.column == column.key;
    const ItemState state = context.ui.item(
        fmt::format("sort by {}", column.key), rect,
        fmt::format("{}.\nClick to sort by this column; click again to reverse the order (← → and Space).",
                    column.explanation));
    if (on || state.hovered)
      canvas.fill_rect({rect.x + 14, rect.y - 4, rect.width - 12, rect.height}, Role::acts_pale, 5);
    const TextStyle style{on ? Font::text_bold : Font::text, on ? Role::acts : Role::second_ink, Align::right,
                          12};
    // The title is translated to the reader's terms before it is split into lines, because a single line may
    // not contain the whole term.
    const std::string title = canvas.said(column.title, style);
    const std::size_t split = title.find('\n');
    const bool two = split != std::string::npos;
    const float y = rect.y + (two ? 1 : 9);
    canvas.text({rect.right() - 4, y}, title.substr(0, split), style);
    if (two) canvas.text({rect.right() - 4, y + 15}, title.substr(split + 1), style);
    if (on) triangle(canvas, {rect.x + 20, y + 8}, choice.descending);
    if (state.clicked)
      context.commands.edit([key = column.key](AppState& app) { sort_by(app.compare, key); });
  }
  canvas.line({area.x, area.bottom() - 3}, {area.right(), area.bottom() - 3}, Role::line);
  return area.bottom();
}

float CompareTable::draw_family(PanelContext& context, const Rect& area, Algorithm::Family family) {
  const std::string_view title = family == Algorithm::Family::reduction ? "Reductions"
                                 : family == Algorithm::Family::scan    ? "Scans"
                                                                        : "Patterns";
  const TextStyle style{Font::text_bold, Role::ink, Align::left, 12};
  context.ui.canvas.text({area.x, top_for_centre(area.centre().y + 2, style)}, title, style);
  return area.bottom();
}

void CompareTable::draw_row(PanelContext& context, const Rect& rect, const CompareRow& row) {
  Canvas& canvas = context.ui.canvas;
  const Rect open{rect.x + kMark, rect.y, rect.width - kMark, rect.height};
  const ItemState state = context.ui.item(
      "row " + row.key, open,
      row.reason.empty() ? row.wrong.empty() ? "Open in Step (Enter)" : row.wrong : row.reason);
  const bool here = context.state.compare.row == row.key;
  if (state.hovered || here)
    canvas.fill_rect({rect.x - 6, rect.y + 1, rect.width + 12, rect.height - 2}, Role::acts_pale, 5);
  if (here) canvas.stroke_rect({rect.x - 6, rect.y + 1, rect.width + 12, rect.height - 2}, Role::acts, 1, 5);
  draw_mark(context, {rect.x, rect.y, kMark, rect.height}, row);
  draw_label(context, {rect.x + kMark, rect.y, name_width(rect) - kMark, rect.height}, row);
  draw_values(context, rect, row, true);
  if (state.clicked) context.commands.edit([row](AppState& app) { open_row(app, row); });
}

// Draws a ring, which marks the row for comparison when it is clicked. A marked row has a filled ring
// with its letter.
void CompareTable::draw_mark(PanelContext& context, const Rect& rect, const CompareRow& row) {
  Canvas& canvas = context.ui.canvas;
  const std::vector<std::string>& pair = context.state.compare.pair;
  const auto found = std::ranges::find(pair, row.key);
  const ItemState state = context.ui.item("mark " + row.key, rect, "Mark for comparison (C)");
  const Point at{rect.x + 8, rect.centre().y};
  canvas.fill_circle(at, 7.5f, found != pair.end() || state.hovered ? Role::acts : Role::waiting);
  if (found == pair.end()) {
    canvas.fill_circle(at, 6.5f, Role::card);
  } else {
    const TextStyle style{Font::text_bold, Role::on_acts, Align::centre, 11};
    canvas.text({at.x, top_for_centre(at.y, style)}, found == pair.begin() ? "A" : "B", style);
  }
  if (state.clicked) context.commands.edit([key = row.key](AppState& app) { mark_row(app.compare, key); });
}

void CompareTable::draw_label(PanelContext& context, const Rect& rect, const CompareRow& row) {
  Canvas& canvas = context.ui.canvas;
  const float y = top_for_centre(rect.centre().y, kText);
  const std::string label = fit_text(canvas, row.label, kText, rect.width - 6);
  canvas.text({rect.x, y}, label, kText);
  const std::string note = note_of(row);
  const TextStyle style{Font::text, row.wrong.empty() ? Role::second_ink : Role::costs, Align::left, 12};
  const float x = rect.x + canvas.text_width(label, kText) + 8;
  if (x < rect.right() - 20)
    canvas.text({x, y + 0.5f}, fit_text(canvas, note, style, rect.right() - x - 4), style);
}

void CompareTable::draw_values(PanelContext& context, const Rect& rect, const CompareRow& row,
                               bool with_bar) {
  Canvas& canvas = context.ui.canvas;
  const float middle = rect.centre().y;
  if (row.status != CompareRow::Status::counted) {
    const Rect first = cell(rect, columns_.first);
    const bool refused = row.status == CompareRow::Status::refused;
    // Only the first line of the reason is drawn. The tooltip of the row contains the other lines.
    const std::string text = refused ? "✗ " + row.reason.substr(0, row.reason.find('\n'))
                             : row.status == CompareRow::Status::counting ? "counting …"
                                                                          : "";
    canvas.text({first.x + 16, top_for_centre(middle, kQuiet)},
                fit_text(canvas, text, kQuiet, rect.right() - first.x - 16), kQuiet);
    return;
  }
  for (std::size_t i = columns_.first; i < columns_.first + columns_.count; ++i) {
    const CompareColumn& column = compare_columns()[i];
    const Rect at = cell(rect, i);
    const bool sorted = with_bar && context.state.compare.column == column.key;
    if (sorted) draw_bar(canvas, at, row.bar, column.more_is_better);
    const TextStyle style{sorted ? Font::text_bold : Font::text, Role::ink, Align::right, 13};
    canvas.text({at.right() - 4, top_for_centre(middle, style)},
                format_value(column, column.value(row.counters)), style);
  }
}

float CompareTable::pair_height(const CompareRow& first, const CompareRow& second) {
  return kPairHeight + (wrong_sentence(first, second).empty() ? 0 : kWrongLine);
}

void CompareTable::draw_pair(PanelContext& context, const Rect& area, const CompareRow& first,
                             const CompareRow& second) {
  Canvas& canvas = context.ui.canvas;
  context.ui.heading(area, "Side by side");
  const std::string sentence = pair_sentence(first, second);
  const float x = area.x + name_width(area) - 60;
  canvas.text({x, area.y}, fit_text(canvas, sentence, kText, area.right() - x - 200), kText);
  if (context.ui.button("step-pair", {area.right() - 186, area.y - 5, 102, 24}, "Step both",
                        context.actions.describe(actions::step_pair)))
    context.commands.actions.push_back(actions::step_pair);
  if (context.ui.button("close-pair", {area.right() - 76, area.y - 5, 76, 24}, "Close", "Removes both marks"))
    context.commands.edit([](AppState& app) { app.compare.pair.clear(); });
  Rect row{area.x, area.y + 26, area.width, 25};
  if (const std::string wrong = wrong_sentence(first, second); !wrong.empty()) {
    canvas.text({area.x, area.y + kWrongLine}, fit_text(canvas, wrong, kWrongResult, area.width),
                kWrongResult);
    context.ui.hint("pair wrong", {area.x, area.y + kWrongLine, area.width, kWrongLine}, wrong);
    row.y += kWrongLine;
  }
  for (const CompareRow* shown : {&first, &second}) {
    draw_mark(context, {row.x, row.y, kMark, row.height}, *shown);
    draw_label(context, {row.x + kMark, row.y, name_width(row) - kMark, row.height}, *shown);
    draw_values(context, row, *shown, false);
    row.y = row.bottom();
  }
  canvas.line({row.x, row.y}, {row.right(), row.y}, Role::line);
  canvas.text({row.x + kMark, top_for_centre(row.centre().y, kText)}, "B − A",
              {Font::text_bold, Role::ink, Align::left, 13});
  const auto counted = CompareRow::Status::counted;
  if (first.status != counted || second.status != counted) return;
  for (std::size_t i = columns_.first; i < columns_.first + columns_.count; ++i) {
    const CompareColumn& column = compare_columns()[i];
    const Rect at = cell(row, i);
    const std::string text = difference_text(column, first.counters, second.counters);
    const double change = column.value(second.counters) - column.value(first.counters);
    const bool worse = column.more_is_better ? change < 0 : change > 0;
    const TextStyle style{Font::text_bold,
                          change == 0 ? Role::second_ink
                          : worse     ? Role::costs
                                      : Role::good,
                          Align::right, 13};
    canvas.text({at.right() - 4, top_for_centre(at.centre().y, style)}, text, style);
  }
}

}  // namespace lockstep::gui
