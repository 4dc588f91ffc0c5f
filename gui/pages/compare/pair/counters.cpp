// Draws the counters of both runs below each other, with the difference beside the worse value.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gui/canvas/text.hpp"
#include "gui/pages/compare/pair/page.hpp"

namespace lockstep::gui {
namespace {

constexpr TextStyle kCountersTitle{Font::text, Role::second_ink, Align::right, 12};
constexpr TextStyle kCountersName{Font::text, Role::ink, Align::left, 13};
constexpr TextStyle kValue{Font::text_bold, Role::ink, Align::right, 13};
constexpr TextStyle kDifference{Font::text_bold, Role::costs, Align::left, 12};
constexpr float kHeader = 34, kPairRow = 24, kLetter = 24, kBehind = 5;
constexpr std::string_view kFindings = "findings";

// The column of a counter. Values end at `value_right` and are followed by the difference.
struct CounterColumn {
  Rect rect;
  float value_right;
};

std::string name_of(const PairColumn& column) {
  return column.note.empty() ? column.title : column.title + " · " + column.note;
}

float names_width(const Canvas& canvas, const Rect& area, const PairModel& model) {
  float width = 0;
  for (const PairColumn& column : model.columns)
    width = std::max(width, canvas.text_width(name_of(column), kCountersName));
  return std::min(kLetter + width, area.width * 0.25f);
}

// Breaks titles of several words into two lines.
std::vector<std::string> title_lines(const Canvas& canvas, std::string_view title) {
  return wrap_text(canvas, title, kCountersTitle, 78);
}

float title_width(const Canvas& canvas, std::string_view title) {
  float width = 0;
  for (const std::string& line : title_lines(canvas, title))
    width = std::max(width, canvas.text_width(line, kCountersTitle));
  return width;
}

// The space that a column needs on the left and on the right of the right edge of its values, at all
// steps of the runs.
struct CounterRoom {
  float before, behind;
};
CounterRoom room_of(const Canvas& canvas, const CounterPair& widest) {
  CounterRoom room{title_width(canvas, widest.title), 0};
  for (const CounterPair::Value* value : {&widest.first, &widest.second}) {
    room.before = std::max(room.before, canvas.text_width(value->shown, kValue));
    room.behind = std::max(room.behind, kBehind + canvas.text_width(value->worse_by, kDifference));
  }
  return room;
}

// Returns an element for each counter, and an element for the findings.
std::vector<CounterRoom> rooms_of(const Canvas& canvas, const PairModel& model) {
  std::vector<CounterRoom> rooms;
  for (const CounterPair& widest : model.widest) rooms.push_back(room_of(canvas, widest));
  rooms.push_back({std::max(title_width(canvas, kFindings), canvas.text_width("99 of 99", kValue)), 0});
  return rooms;
}

// Places the columns, and divides the remaining width among them.
std::vector<CounterColumn> place_columns(const Canvas& canvas, const Rect& area, const PairModel& model) {
  const std::vector<CounterRoom> rooms = rooms_of(canvas, model);
  float left = area.x + names_width(canvas, area, model), needed = 0;
  for (const CounterRoom& room : rooms) needed += room.before + room.behind;
  const float gap = std::max(2.0f, (area.right() - left - needed) / static_cast<float>(rooms.size()));
  std::vector<CounterColumn> columns;
  for (const CounterRoom& room : rooms) {
    const float width = gap + room.before + room.behind;
    columns.push_back({{left, area.y, width, area.height}, left + gap + room.before});
    left += width;
  }
  return columns;
}

void draw_heading(Canvas& canvas, const CounterColumn& column, std::string_view title) {
  const std::vector<std::string> lines = title_lines(canvas, title);
  float y = column.rect.y + (lines.size() > 1 ? 0 : 15);
  for (const std::string& line : lines) {
    canvas.text({column.value_right, y}, line, kCountersTitle);
    y += 15;
  }
}

void draw_value(Canvas& canvas, const CounterColumn& column, float middle, const CounterPair::Value& value) {
  const bool worse = !value.worse_by.empty();
  const TextStyle style{worse ? Font::text_bold : Font::text, worse ? Role::costs : Role::ink, Align::right,
                        kValue.size};
  canvas.text({column.value_right, top_for_centre(middle, style)}, value.shown, style);
  canvas.text({column.value_right + kBehind, top_for_centre(middle, kDifference)}, value.worse_by,
              kDifference);
}

void draw_findings(Canvas& canvas, const CounterColumn& column, float middle, const std::string& findings) {
  const Role role = findings == "none" ? Role::good : findings == "–" ? Role::ink : Role::costs;
  const TextStyle style{Font::text_bold, role, Align::right, kValue.size};
  canvas.text({column.value_right, top_for_centre(middle, style)}, findings, style);
}

}  // namespace

bool PairPage::counters_fit(const Canvas& canvas, const Rect& card, const PairModel& model) {
  constexpr float least_gap = 6;
  const Rect area = inside(card);
  float needed = names_width(canvas, area, model);
  for (const CounterRoom& room : rooms_of(canvas, model)) needed += least_gap + room.before + room.behind;
  return needed <= area.width;
}

void PairPage::draw_counters(PanelContext& context, const Rect& card, const PairModel& model) {
  context.ui.card(card);
  const Rect area = inside(card);
  Canvas& canvas = context.ui.canvas;
  canvas.text({area.x, area.y}, "So far", {Font::text_bold, Role::ink, Align::left, 13});
  const float first = area.y + kHeader + kPairRow / 2, middle[] = {first, first + kPairRow};
  const std::vector<CounterColumn> columns = place_columns(canvas, area, model);
  for (std::size_t row = 0; row < 2; ++row) {
    draw_pair_letter(canvas, {area.x + 9, middle[row]}, row);
    const float width = columns.front().rect.x - area.x - kLetter;
    canvas.text({area.x + kLetter, top_for_centre(middle[row], kCountersName)},
                fit_text(canvas, name_of(model.columns[row]), kCountersName, width + 1), kCountersName);
    draw_findings(canvas, columns.back(), middle[row], model.columns[row].findings);
  }
  for (std::size_t i = 0; i < model.counters.size(); ++i) {
    const CounterPair& pair = model.counters[i];
    draw_heading(canvas, columns[i], pair.title);
    draw_value(canvas, columns[i], middle[0], pair.first);
    draw_value(canvas, columns[i], middle[1], pair.second);
    context.ui.hint("pair " + pair.title, columns[i].rect, pair.tooltip);
  }
  draw_heading(canvas, columns.back(), kFindings);
  context.ui.hint("pair findings", columns.back().rect, findings_explanation(model));
}

// Draws a row for each counter, and a column for each run.
void PairPage::draw_counter_list(PanelContext& context, const Rect& card, const PairModel& model) {
  context.ui.card(card);
  const Rect area = inside(card);
  Canvas& canvas = context.ui.canvas;
  const float names = area.width * 0.3f, each = (area.width - names) / 2;
  const auto left = [&](std::size_t run) {
    return area.x + names + each * static_cast<float>(run) + kLetter;
  };
  canvas.text({area.x, area.y}, "So far", {Font::text_bold, Role::ink, Align::left, 13});
  for (std::size_t run = 0; run < 2; ++run) {
    draw_pair_letter(canvas, {left(run) - kLetter + 9, area.y + 8}, run);
    canvas.text({left(run), top_for_centre(area.y + 8, kCountersName)},
                fit_text(canvas, name_of(model.columns[run]), kCountersName, each - kLetter - 8),
                kCountersName);
  }
  const Rect list{area.x, area.y + kPairRow, area.width, area.height - kPairRow};
  Rect row{area.x, list_scroll_.begin(context.ui, list), area.width, kPairRow};
  const auto next_row = [&](std::string_view title, std::string_view tooltip) {
    canvas.text({row.x, top_for_centre(row.centre().y, kCountersName)}, title, kCountersName);
    context.ui.hint(fmt::format("pair {}", title), row, tooltip);
    return std::exchange(row.y, row.bottom()) + kPairRow / 2;
  };
  const auto value = [&](std::size_t run, float middle, const CounterPair::Value& shown) {
    const float width = canvas.text_width(shown.shown, kValue);
    draw_value(canvas, {row, left(run) + width}, middle, shown);
  };
  for (const CounterPair& pair : model.counters) {
    const float middle = next_row(pair.title, pair.tooltip);
    value(0, middle, pair.first);
    value(1, middle, pair.second);
  }
  const float middle = next_row(kFindings, findings_explanation(model));
  for (std::size_t run = 0; run < 2; ++run) {
    const std::string& findings = model.columns[run].findings;
    draw_findings(canvas, {row, left(run) + canvas.text_width(findings, kValue)}, middle, findings);
  }
  list_scroll_.end(context.ui, row.y);
}

}  // namespace lockstep::gui
