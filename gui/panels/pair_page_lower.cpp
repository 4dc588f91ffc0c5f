// The counters of both runs, and what moves them.
#include <algorithm>

#include "gui/panels/pair_page.hpp"
#include "gui/panels/transport_controls.hpp"
#include "gui/text_layout.hpp"
#include "gui/text_metrics.hpp"

namespace lockstep::gui {
namespace {

constexpr TextStyle kQuiet{Font::text, Role::second_ink, Align::left, 12};
constexpr float kHeader = 34, kRow = 24;

// A column of the table of counters: the names of the runs at the left, then one for each counter, in which a
// value ends at `value_right` and what it is worse by stands behind.
struct CounterColumn {
  Rect rect;
  float value_right;
};

float names_width(const Rect& area) { return std::clamp(area.width * 0.13f, 96.0f, 220.0f); }

CounterColumn counter_column(const Rect& area, std::size_t index, std::size_t count) {
  const float left = area.x + names_width(area);
  const float width = (area.right() - left) / static_cast<float>(count);
  const Rect rect{left + width * static_cast<float>(index), area.y, width, area.height};
  return {rect, rect.right() - std::max(48.0f, width * 0.4f)};
}

// In one line or two, above the values.
void draw_counter_title(Canvas& canvas, const CounterColumn& column, std::string_view title) {
  TextStyle style = kQuiet;
  style.align = Align::right;
  const std::vector<std::string> lines = wrap_text(canvas, title, style, column.rect.width * 0.72f);
  float y = column.rect.y + (lines.size() > 1 ? 0 : 15);
  for (const std::string& line : lines) {
    canvas.text({column.value_right, y}, line, style);
    y += 15;
  }
}

void draw_counter_value(Canvas& canvas, const CounterColumn& column, float middle, std::string_view value,
                        std::string_view worse_by) {
  const bool worse = !worse_by.empty();
  const TextStyle style{worse ? Font::text_bold : Font::text, worse ? Role::costs : Role::ink, Align::right,
                        14};
  const TextStyle difference{Font::text_bold, Role::costs, Align::left, 12};
  canvas.text({column.value_right, top_for_centre(middle, style)}, value, style);
  canvas.text({column.value_right + 5, top_for_centre(middle, difference)},
              fit_text(canvas, worse_by, difference, column.rect.right() - column.value_right - 5),
              difference);
}

// How far each run is: a bar as long as its steps, filled as far as it went.
void draw_bar(Canvas& canvas, const Rect& track, const PairColumn& column, std::uint64_t most) {
  if (column.steps == 0) return;
  const auto width = [&](std::uint64_t steps) {
    return track.width * static_cast<float>(steps) / static_cast<float>(most);
  };
  canvas.fill_rect({track.x, track.y, width(column.steps), track.height}, Role::line, 3);
  canvas.fill_rect({track.x, track.y, width(column.at), track.height}, Role::acts, 3);
}

// Held down, the pointer drags both runs along the bars.
void drag_steps(ViewContext& context, const Rect& track, std::uint64_t at, std::uint64_t most) {
  context.ui.stops = false;
  const ItemState state = context.ui.item(
      "pair-steps", {track.x, track.y - 6, track.width, track.height + 12}, "Drag to any step (Home, End)");
  context.ui.stops = true;
  if (!state.held) return;
  const float share = std::clamp((context.ui.mouse().x - track.x) / track.width, 0.0f, 1.0f);
  const auto wanted = static_cast<std::uint64_t>(share * static_cast<float>(most) + 0.5f);
  if (wanted == at) return;
  context.activity.playing = false;
  context.commands.edit([wanted](AppState& app) { app.compare.step = wanted; });
}

void draw_progress(ViewContext& context, const Rect& area, const PairView& view) {
  const std::uint64_t most = std::max(view.columns[0].steps, view.columns[1].steps);
  if (most == 0 || area.width < 120) return;
  Canvas& canvas = context.ui.canvas;
  const TextStyle text{Font::text, Role::ink, Align::left, 13};
  canvas.text({area.x, area.y - 3}, fit_text(canvas, pair_progress(view), text, area.width), text);
  const Rect track{area.x + 16, area.y + 24, area.width - 24, 20};
  for (std::size_t i = 0; i < 2; ++i) {
    const float y = track.y + 13 * static_cast<float>(i);
    canvas.text({area.x, y - 4}, i == 0 ? "A" : "B", {Font::text_bold, Role::second_ink, Align::left, 11});
    draw_bar(canvas, {track.x, y, track.width, 6}, view.columns[i], most);
  }
  const std::uint64_t at = std::max(view.columns[0].at, view.columns[1].at);
  const float x = track.x + track.width * static_cast<float>(at) / static_cast<float>(most);
  canvas.line({x, track.y - 4}, {x, track.y + 22}, Role::ink, 2);
  canvas.fill_circle({x, track.y - 3}, 3.5f, Role::ink);
  drag_steps(context, track, at, most);
}

}  // namespace

void PairPage::draw_counters(ViewContext& context, const Rect& card, const PairView& view) {
  context.ui.card(card);
  const Rect area = inside(card);
  Canvas& canvas = context.ui.canvas;
  canvas.text({area.x, area.y}, "So far", {Font::text_bold, Role::ink, Align::left, 13});
  const auto middle = [&](std::size_t row) {
    return area.y + kHeader + kRow * (static_cast<float>(row) + 0.5f);
  };
  for (std::size_t row = 0; row < 2; ++row) {
    draw_pair_letter(canvas, {area.x + 9, middle(row)}, row);
    const TextStyle style{Font::text, Role::ink, Align::left, 13};
    const PairColumn& column = view.columns[row];
    const std::string name = column.note.empty() ? column.title : column.title + " · " + column.note;
    canvas.text({area.x + 24, top_for_centre(middle(row), style)},
                fit_text(canvas, name, style, names_width(area) - 24), style);
  }
  const std::size_t count = view.counters.size() + 1;  // and findings
  for (std::size_t i = 0; i < view.counters.size(); ++i) {
    const CounterPair& pair = view.counters[i];
    const CounterColumn column = counter_column(area, i, count);
    draw_counter_title(canvas, column, pair.title);
    draw_counter_value(canvas, column, middle(0), pair.first.shown, pair.first.worse_by);
    draw_counter_value(canvas, column, middle(1), pair.second.shown, pair.second.worse_by);
    context.ui.hint("pair " + pair.title, column.rect, pair.tooltip);
  }
  const CounterColumn column = counter_column(area, count - 1, count);
  draw_counter_title(canvas, column, "findings");
  for (std::size_t row = 0; row < 2; ++row) {
    const std::string& findings = view.columns[row].findings;
    const Role role = findings == "none" ? Role::good : findings == "–" ? Role::ink : Role::costs;
    const TextStyle style{Font::text_bold, role, Align::right, 13};
    canvas.text({column.value_right, top_for_centre(middle(row), style)}, findings, style);
  }
  context.ui.hint("pair findings", column.rect, "Findings met so far, of those in the whole run");
}

void PairPage::draw_transport(ViewContext& context, const Rect& card, const PairView& view) {
  context.ui.card(card);
  const float middle = card.centre().y;
  draw_transport_buttons(context, {card.x + 16, middle});
  if (const auto taken = choose_step(context, {card.x + 240, middle - 13, 290, 26})) {
    const std::uint64_t step = steps_of_kind(context.pair.runs(), context.pair.step(context.state), *taken);
    context.commands.edit([kind = *taken, step](AppState& app) {
      app.step = kind;
      app.compare.step = step;
    });
  }
  draw_speed_buttons(context, {card.x + 540, middle});
  const Rect close{card.right() - 16 - 80, middle - 14, 80, 28};
  if (context.ui.button("close-pair-view", close, "Table", "Back to the table (Esc)"))
    context.commands.actions.push_back(Action::step_pair);
  const float left = card.x + 700;
  draw_progress(context, {left, card.y + 8, close.x - 24 - left, card.height - 16}, view);
}

}  // namespace lockstep::gui
