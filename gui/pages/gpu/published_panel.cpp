#include "gui/pages/gpu/published_panel.hpp"

#include <algorithm>

#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"

namespace lockstep::gui {
namespace {

constexpr float kPublishedLine = 24, kTableGap = 36, kLeastTable = 560, kMaxTable = 760, kPublishedName = 74,
                kBarHeight = 6;
constexpr TextStyle kPublishedHead{Font::text, Role::second_ink, Align::right, 12};
constexpr TextStyle kPublishedCell{Font::text, Role::ink, Align::right, 12};
constexpr TextStyle kStrong{Font::text_bold, Role::ink, Align::right, 12};
constexpr TextStyle kFar{Font::text_bold, Role::costs, Align::right, 12};
constexpr TextStyle kRowName{Font::text, Role::ink, Align::left, 12};

// The columns of a table: the right edges of the numbers. The bars are between the name and the first number.
struct TableColumns {
  float bars, bar_width, published, predicted, ratio, gain, predicted_gain, gain_ratio, over_first;
};

float published_width(const Canvas& canvas, const PublishedTable& table) {
  constexpr float least = 78, gap = 14;
  float width = least;
  for (const PublishedTable::Row& row : table.rows)
    width = std::max(width, canvas.text_width(row.published, kStrong));
  return width + gap;
}

TableColumns columns_of(const Canvas& canvas, const Rect& area, const PublishedTable& table) {
  constexpr float over_first_width = 92;
  const bool has_over_first = !table.over_first.empty();
  TableColumns at{};
  at.over_first = area.right();
  at.gain_ratio = at.over_first - (has_over_first ? over_first_width : 0);
  at.predicted_gain = at.gain_ratio - 54;
  at.gain = at.predicted_gain - 68;
  at.ratio = at.gain - 62;
  at.predicted = at.ratio - 56;
  at.published = at.predicted - 92;
  at.bars = area.x + kPublishedName;
  at.bar_width = std::max(0.0f, at.published - published_width(canvas, table) - at.bars);
  return at;
}

void draw_bar(Canvas& canvas, const Point& at, float width, double share, Role role) {
  if (share > 0 && width > 0)
    canvas.fill_rect({at.x, at.y, std::max(1.5f, width * static_cast<float>(share)), kBarHeight}, role, 1);
}

void draw_row(PanelContext& context, const Rect& line, const TableColumns& at, const PublishedTable& table,
              const PublishedTable::Row& row) {
  Canvas& canvas = context.ui.canvas;
  const float y = line.y + 4;
  canvas.text({line.x, y}, row.name, kRowName);
  draw_bar(canvas, {at.bars, line.y + 4}, at.bar_width, row.published_share, Role::acts);
  draw_bar(canvas, {at.bars, line.y + 5 + kBarHeight}, at.bar_width, row.predicted_share, Role::acted);
  canvas.text({at.published, y}, row.published, kStrong);
  canvas.text({at.predicted, y}, row.predicted, kPublishedCell);
  canvas.text({at.ratio, y}, row.ratio, kPublishedCell);
  canvas.text({at.gain, y}, row.gain, kStrong);
  canvas.text({at.predicted_gain, y}, row.predicted_gain, kPublishedCell);
  canvas.text({at.gain_ratio, y}, row.gain_ratio, row.is_far_off ? kFar : kPublishedCell);
  canvas.text({at.over_first, y}, row.over_first, kStrong);
  canvas.line({line.x, line.bottom() - 1}, {line.right(), line.bottom() - 1}, Role::line, 0.5f);
  context.ui.hint("published-" + table.device + row.name, line, row.details);
}

float draw_table(PanelContext& context, const Rect& area, const PublishedTable& table) {
  Canvas& canvas = context.ui.canvas;
  const TableColumns at = columns_of(canvas, area, table);
  canvas.text({area.x, area.y}, table.device, kTitle);
  canvas.text({area.x, area.y + 18}, fit_text(canvas, table.rates, kQuiet, area.width), kQuiet);
  float y = area.y + 40;
  canvas.fill_rect({at.bars, y + 4, 10, kBarHeight}, Role::acts, 1);
  canvas.fill_rect({at.bars + 12, y + 4, 10, kBarHeight}, Role::acted, 1);
  canvas.text({at.bars + 28, y}, "time", kQuiet);
  canvas.text({at.published, y}, "published", kPublishedHead);
  canvas.text({at.predicted, y}, "predicted", kPublishedHead);
  canvas.text({at.ratio, y}, "ratio", kPublishedHead);
  canvas.text({at.gain, y}, "gain", kPublishedHead);
  canvas.text({at.predicted_gain, y}, "predicted", kPublishedHead);
  canvas.text({at.gain_ratio, y}, "ratio", kPublishedHead);
  canvas.text({at.over_first, y}, table.over_first, kPublishedHead);
  y += 20;
  for (const PublishedTable::Row& row : table.rows) {
    draw_row(context, {area.x, y, area.width, kPublishedLine}, at, table, row);
    y += kPublishedLine;
  }
  return y;
}

constexpr std::string_view kProfileHeads[] = {"published", "per group", "counted"};

std::string_view profile_head(const ProfiledTable::Column& column, std::size_t cell) {
  return column.is_change && cell == column.first + 1 ? "change" : kProfileHeads[cell - column.first];
}

// Returns the right edges of the cells. Each cell is as wide as its longest text plus an equal share of the
// remaining width.
std::vector<float> cell_rights(const Canvas& canvas, const Rect& area, const ProfiledTable& table) {
  constexpr float least_gap = 5, most = 100;
  std::vector<float> widths(table.columns.empty() ? 0 : table.columns.back().end, 0.0f);
  for (const ProfiledTable::Column& column : table.columns)
    for (std::size_t i = column.first; i < column.end; ++i)
      widths[i] = canvas.text_width(profile_head(column, i), kPublishedHead);
  for (const ProfiledTable::Row& row : table.rows)
    for (std::size_t i = 0; i < std::min(row.cells.size(), widths.size()); ++i)
      widths[i] = std::max(widths[i], canvas.text_width(row.cells[i], kStrong));
  float texts = 0;
  for (const float width : widths) texts += width;
  const auto count = static_cast<float>(std::max<std::size_t>(1, widths.size()));
  const float gap = std::max(least_gap, (area.width - kPublishedName - texts) / count);
  float right = area.x + kPublishedName;
  for (float& width : widths) width = right += std::min(width + gap, std::max(most, width + least_gap));
  return widths;
}

void draw_profile_heads(Canvas& canvas, const ProfiledTable& table, const std::vector<float>& rights,
                        const Rect& area, float y) {
  for (const ProfiledTable::Column& column : table.columns) {
    const float left = (column.first == 0 ? area.x + kPublishedName : rights[column.first - 1]) + 12;
    const float right = rights[column.end - 1];
    canvas.text({right, y}, column.title, {Font::text_bold, Role::ink, Align::right, 12});
    canvas.line({left, y + 18}, {right, y + 18}, Role::line);
    for (std::size_t i = column.first; i < column.end; ++i)
      canvas.text({rights[i], y + 22}, profile_head(column, i), kPublishedHead);
  }
}

}  // namespace

float draw_published_tables(PanelContext& context, const Rect& area, const PublishedModel& model) {
  context.ui.canvas.text({area.x, area.y}, model.heading, kTitle);
  float y = context.ui.paragraph({area.x, area.y + 20, area.width, 80}, model.assumptions, kQuiet) + 12;
  const auto most =
      static_cast<std::size_t>(std::max(1.0f, (area.width + kTableGap) / (kLeastTable + kTableGap)));
  const std::size_t columns = std::clamp<std::size_t>(model.tables.size(), 1, most);
  const float width = std::min(kMaxTable, (area.width + kTableGap) / static_cast<float>(columns) - kTableGap);
  float bottom = y;
  for (std::size_t i = 0; i < model.tables.size(); ++i) {
    const std::size_t column = i % columns;
    if (column == 0 && i != 0) y = bottom + 16;
    const float x = area.x + static_cast<float>(column) * (width + kTableGap);
    bottom = std::max(bottom, draw_table(context, {x, y, width, 0}, model.tables[i]));
  }
  return bottom;
}

float draw_published_profile(PanelContext& context, const Rect& area, const PublishedModel& model) {
  Canvas& canvas = context.ui.canvas;
  float y = area.y;
  const ProfiledTable& table = model.profile;
  if (!table.rows.empty()) {
    canvas.text({area.x, y}, table.title, kTitle);
    const std::vector<float> rights = cell_rights(canvas, area, table);
    draw_profile_heads(canvas, table, rights, area, y + 26);
    y += 70;
    for (const ProfiledTable::Row& row : table.rows) {
      canvas.text({area.x, y}, row.name, kRowName);
      for (std::size_t i = 0; i < row.cells.size(); ++i)
        canvas.text({rights[i], y}, row.cells[i], i % 3 == 2 ? kStrong : kPublishedCell);
      canvas.line({area.x, y + 19}, {rights.back(), y + 19}, Role::line, 0.5f);
      y += kPublishedLine;
    }
    y = context.ui.paragraph({area.x, y + 6, area.width, 120}, table.legend, kQuiet) + 14;
  }
  if (model.remarks.empty()) return y;
  canvas.text({area.x, y}, "Differences", kTitle);
  y += 20;
  for (const std::string& remark : model.remarks)
    y = context.ui.paragraph({area.x, y, area.width, 120}, remark, kQuiet) + 4;
  return y;
}

}  // namespace lockstep::gui
