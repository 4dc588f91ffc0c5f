#include "gui/pages/compare/pair/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/pages/step/transport.hpp"

namespace lockstep::gui {
namespace {

constexpr float kTransport = 64, kCounters = 108, kPageTitle = 28, kCodeRow = 24, kPageLine = 19;
constexpr float kLowPage = 460, kNarrowPage = 900, kProgressRow = 50;
constexpr float kLeastFigure = 257, kLeastDetails = 120;
constexpr TextStyle kQuietPage{Font::text, Role::second_ink, Align::left, 13};
float gap_of(const Rect& page) { return page.height < 720 ? 8 : 12; }
// In one row for each run, in a card of this width.
bool counters_fit(const Canvas& canvas, const Rect& card, const PairModel& model);

}  // namespace

void draw_pair_letter(Canvas& canvas, Point at, std::size_t which) {
  const TextStyle style{Font::text_bold, Role::on_acts, Align::centre, 12};
  canvas.fill_circle(at, 9, Role::acts);
  canvas.text({at.x, top_for_centre(at.y, style)}, which == 0 ? "A" : "B", style);
}

void PairPage::draw(const Rect& page, PanelContext& context) {
  const PairModel model = prepare_pair(context.pair, context.state);
  for (const Action action : context.page_actions)
    for (FigureControl& figure : figures_) figure.act(action);
  for (std::size_t i = 0; i < 2; ++i)
    if (context.pair.run(i) != nullptr)
      sources_[i].prepare(model.columns[i].source, model.columns[1 - i].source);
  const float gap = gap_of(page), controls = kTransport + (page.width < kNarrowPage ? kProgressRow : 0);
  const Rect transport{page.x, page.bottom() - controls, page.width, controls};
  const Rect above{page.x, page.y, page.width, transport.y - gap - page.y};
  if (page.height < kLowPage || !counters_fit(context.ui.canvas, above, model)) {
    draw_shared(context, above, model);
  } else {
    const float room = kCounters + gap;
    draw_columns(context, {above.x, above.y, above.width, above.height - room}, gap, model);
    draw_counters(context, {page.x, above.bottom() - kCounters, page.width, kCounters}, model);
  }
  draw_transport(context, transport, model);
}

void PairPage::draw_shared(PanelContext& context, const Rect& place, const PairModel& model) {
  const SharedPlace shared{place};
  const std::string_view cards[] = {"pair-figures", "pair-counters"};
  const std::string_view front = front_card(context.state, cards);
  tabs_.show({{cards[0], "Figures"}, {cards[1], "Counters and findings"}}, front);
  tabs_.draw(shared.tabs(), context);
  front == cards[0] ? draw_columns(context, shared.card(), gap_of(place), model)
                    : draw_counter_list(context, shared.card(), model);
}

void PairPage::draw_columns(PanelContext& context, const Rect& place, float gap, const PairModel& model) {
  const float half = (place.width - gap) / 2;
  const Rect left{place.x, place.y, half, place.height};
  const float words = words_height(context.ui.canvas, inside(left).width, model);
  draw_column(context, left, words, 0, model.columns[0]);
  draw_column(context, {left.right() + gap, left.y, half, left.height}, words, 1, model.columns[1]);
}

float PairPage::words_height(const Canvas& canvas, float width, const PairModel& model) {
  const std::string shown = fmt::format("{} {} {} {} {}", model.columns[0].title, model.columns[0].note,
                                        model.columns[1].title, model.columns[1].note, width);
  if (std::exchange(shown_, shown) != shown) most_lines_ = 2;
  for (const PairColumn& column : model.columns)
    most_lines_ = std::max(most_lines_, wrap_text(canvas, column.sentence, kSentence, width).size());
  return kCodeRow + kPageLine * static_cast<float>(most_lines_) + 8;
}

void PairPage::draw_column(PanelContext& context, const Rect& card, float words, std::size_t which,
                           const PairColumn& column) {
  context.ui.card(card);
  const Rect content = inside(card);
  draw_title(context, {content.x, content.y - 3, content.width, 20}, which, column);
  Rect area{content.x, content.y + kPageTitle, content.width, content.height - kPageTitle};
  if (!column.problem.empty()) return draw_problem(context, area, column);
  if (!column.has_run()) return;
  area.height -= words;
  // Where there is room for all three, the figure has at least the upper half.
  const float spare = area.height - kLeastFigure;
  const float details = spare < kLeastDetails ? 0 : std::floor(std::min(spare, area.height * 0.5f));
  draw_figure(context, {area.x, area.y, area.width, area.height - details}, which);
  if (details > 0)
    draw_details(context, {area.x, area.bottom() - details + 10, area.width, details - 14}, which, column);
  draw_words(context, {area.x, area.bottom(), area.width, words}, column);
}

void PairPage::draw_title(PanelContext& context, const Rect& row, std::size_t which,
                          const PairColumn& column) {
  Canvas& canvas = context.ui.canvas;
  const float middle = row.centre().y;
  draw_pair_letter(canvas, {row.x + 9, middle}, which);
  const TextStyle title{Font::text_bold, Role::ink, Align::left, 14};
  const TextStyle right{column.ended ? Font::text_bold : Font::text, Role::second_ink, Align::right, 13};
  const float end = row.right() - canvas.text_width(column.progress, right) - 16;
  float x = row.x + 26;
  const std::string words = fit_text(canvas, column.title, title, end - x);
  canvas.text({x, top_for_centre(middle, title)}, words, title);
  x += canvas.text_width(words, title) + 8;
  canvas.text({x, top_for_centre(middle, kQuietPage)}, fit_text(canvas, column.note, kQuietPage, end - x),
              kQuietPage);
  canvas.text({row.right(), top_for_centre(middle, right)}, column.progress, right);
}

void PairPage::draw_problem(PanelContext& context, const Rect& area, const PairColumn& column) {
  context.ui.canvas.text({area.x, area.y}, "This cannot run",
                         {Font::text_bold, Role::costs, Align::left, 13});
  context.ui.paragraph({area.x, area.y + 24, area.width, area.height - 24}, column.problem, kSentence);
}

void PairPage::draw_figure(PanelContext& context, const Rect& area, std::size_t which) {
  const Run& run = *context.pair.run(which);
  const ShownMoment& moment = context.pair.moment(which);
  const sim::Combination* combination = run.figures->combination();
  if (combination == nullptr)
    return context.ui.canvas.text({area.x, area.y}, "This run has no step: the input is the result.",
                                  kQuietPage);
  FigureControl& control = figures_[which];
  control.follow(moment.position);
  const FigureOutput output = draw_combination(
      context.ui.canvas, area, *run.trace, *combination, run.figures->coverage_labels(),
      {moment.position, moment.step_begin}, control.view, {links_[which], context.ui.pointer(area)});
  links_[which] = output.hovered;
  if (!output.tooltip.empty()) context.ui.tooltip(output.tooltip);
  const bool stops = std::exchange(context.ui.stops, false);
  control.answer(context.ui, which == 0 ? "figure A" : "figure B", area);
  context.ui.stops = stops;
}

void PairPage::draw_details(PanelContext& context, const Rect& area, std::size_t which,
                            const PairColumn& column) {
  const Run& run = *context.pair.run(which);
  Canvas& canvas = context.ui.canvas;
  canvas.line({area.x, area.y - 6}, {area.right(), area.y - 6}, Role::line);
  const float code = std::floor(area.width * 0.5f);
  const bool in_file = !column.line_number.empty();
  sources_[which].draw(canvas, {area.x, area.y, code, area.height},
                       in_file ? context.pair.moment(which).line : 0);
  const Rect lanes{area.x + code + 14, area.y, area.width - code - 14, area.height};
  canvas.line({lanes.x - 7, area.y}, {lanes.x - 7, area.bottom()}, Role::line);
  const FigureOutput output =
      draw_lanes(canvas, lanes, run.figures->lanes(context.pair.moment(which).position, {}), lanes_[which],
                 {links_[which], context.ui.pointer(lanes)});
  if (!output.tooltip.empty()) context.ui.tooltip(output.tooltip);
}

// The next line, and a sentence on it.
void PairPage::draw_words(PanelContext& context, const Rect& area, const PairColumn& column) {
  Canvas& canvas = context.ui.canvas;
  canvas.line({area.x, area.y + 2}, {area.right(), area.y + 2}, Role::line);
  const TextStyle number{Font::code, Role::second_ink, Align::right, 12};
  const TextStyle code{Font::code, Role::ink, Align::left, 12};
  const float y = area.y + 10;
  canvas.text({area.x + 22, y}, column.line_number, number);
  canvas.text({area.x + 32, y}, fit_text(canvas, column.code, code, area.width - 32), code);
  context.ui.paragraph({area.x, area.y + kCodeRow + 8, area.width, area.bottom() - area.y - kCodeRow},
                       column.sentence, kSentence, kPageLine / kSentence.size);
}

// The counters of both runs, one below the other, with the difference beside the worse value.

namespace {

constexpr TextStyle kCountersTitle{Font::text, Role::second_ink, Align::right, 12};
constexpr TextStyle kCountersName{Font::text, Role::ink, Align::left, 13};
constexpr TextStyle kValue{Font::text_bold, Role::ink, Align::right, 13};
constexpr TextStyle kDifference{Font::text_bold, Role::costs, Align::left, 12};
constexpr float kHeader = 34, kRow = 24, kLetter = 24, kBehind = 5;
constexpr std::string_view kFindings = "findings";

// A value ends at `value_right`; its difference follows.
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

// Titles of several words take two lines.
std::vector<std::string> title_lines(const Canvas& canvas, std::string_view title) {
  return wrap_text(canvas, title, kCountersTitle, 78);
}

float title_width(const Canvas& canvas, std::string_view title) {
  float width = 0;
  for (const std::string& line : title_lines(canvas, title))
    width = std::max(width, canvas.text_width(line, kCountersTitle));
  return width;
}

// The room of a column before and after the right edge of its values, for all steps of the runs.
struct Room {
  float before, behind;
};
Room room_of(const Canvas& canvas, const CounterPair& widest) {
  Room room{title_width(canvas, widest.title), 0};
  for (const CounterPair::Value* value : {&widest.first, &widest.second}) {
    room.before = std::max(room.before, canvas.text_width(value->shown, kValue));
    room.behind = std::max(room.behind, kBehind + canvas.text_width(value->worse_by, kDifference));
  }
  return room;
}

// One for each counter and one for the findings.
std::vector<Room> rooms_of(const Canvas& canvas, const PairModel& model) {
  std::vector<Room> rooms;
  for (const CounterPair& widest : model.widest) rooms.push_back(room_of(canvas, widest));
  rooms.push_back({std::max(title_width(canvas, kFindings), canvas.text_width("99 of 99", kValue)), 0});
  return rooms;
}

bool counters_fit(const Canvas& canvas, const Rect& card, const PairModel& model) {
  constexpr float least_gap = 6;
  const Rect area = inside(card);
  float needed = names_width(canvas, area, model);
  for (const Room& room : rooms_of(canvas, model)) needed += least_gap + room.before + room.behind;
  return needed <= area.width;
}

// The remaining width is divided between the columns.
std::vector<CounterColumn> place_columns(const Canvas& canvas, const Rect& area, const PairModel& model) {
  const std::vector<Room> rooms = rooms_of(canvas, model);
  float left = area.x + names_width(canvas, area, model), needed = 0;
  for (const Room& room : rooms) needed += room.before + room.behind;
  const float gap = std::max(2.0f, (area.right() - left - needed) / static_cast<float>(rooms.size()));
  std::vector<CounterColumn> columns;
  for (const Room& room : rooms) {
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

void PairPage::draw_counters(PanelContext& context, const Rect& card, const PairModel& model) {
  context.ui.card(card);
  const Rect area = inside(card);
  Canvas& canvas = context.ui.canvas;
  canvas.text({area.x, area.y}, "So far", {Font::text_bold, Role::ink, Align::left, 13});
  const float first = area.y + kHeader + kRow / 2, middle[] = {first, first + kRow};
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
  context.ui.hint(
      "pair findings", columns.back().rect,
      "Findings so far, of all findings of the run; wrong: the result differs from the reference");
}

// A row for each counter, a column for each run.
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
  const Rect list{area.x, area.y + kRow, area.width, area.height - kRow};
  Rect row{area.x, list_scroll_.begin(context.ui, list), area.width, kRow};
  const auto next_row = [&](std::string_view title, std::string_view tooltip) {
    canvas.text({row.x, top_for_centre(row.centre().y, kCountersName)}, title, kCountersName);
    context.ui.hint(fmt::format("pair {}", title), row, tooltip);
    return std::exchange(row.y, row.bottom()) + kRow / 2;
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
  const float middle = next_row(kFindings, "Findings so far, of all findings of the run");
  for (std::size_t run = 0; run < 2; ++run) {
    const std::string& findings = model.columns[run].findings;
    draw_findings(canvas, {row, left(run) + canvas.text_width(findings, kValue)}, middle, findings);
  }
  list_scroll_.end(context.ui, row.y);
}

// The controls of both runs, and their progress.

namespace {

// The progress of a run, filled up to the current step; grey while it waits for the other one.
void draw_bar(Canvas& canvas, const Rect& track, const PairColumn& column, const PairModel& model) {
  if (column.steps == 0) return;
  const auto width = [&](std::uint64_t steps) {
    return track.width * static_cast<float>(steps) / static_cast<float>(model.steps);
  };
  canvas.fill_rect({track.x, track.y, width(model.steps), track.height}, Role::line, 3);
  canvas.fill_rect({track.x, track.y, width(model.at), track.height},
                   column.waits ? Role::waiting : Role::acts, 3);
}

// While the button is held, the pointer drags both runs along the bars.
void drag_steps(PanelContext& context, const Rect& track, std::uint64_t at, std::uint64_t most) {
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

void draw_progress(PanelContext& context, const Rect& area, const PairModel& model) {
  const std::uint64_t most = model.steps;
  if (most == 0 || area.width < 120) return;
  Canvas& canvas = context.ui.canvas;
  const TextStyle text{Font::text, Role::ink, Align::left, 13};
  canvas.text({area.x, area.y - 3}, fit_text(canvas, pair_progress(model), text, area.width), text);
  const Rect track{area.x + 16, area.y + 24, area.width - 24, 20};
  for (std::size_t i = 0; i < 2; ++i) {
    const float y = track.y + 13 * static_cast<float>(i);
    canvas.text({area.x, y - 4}, i == 0 ? "A" : "B", {Font::text_bold, Role::second_ink, Align::left, 11});
    draw_bar(canvas, {track.x, y, track.width, 6}, model.columns[i], model);
  }
  const std::uint64_t at = model.at;
  const float x = track.x + track.width * static_cast<float>(at) / static_cast<float>(most);
  canvas.line({x, track.y - 4}, {x, track.y + 22}, Role::ink, 2);
  canvas.fill_circle({x, track.y - 3}, 3.5f, Role::ink);
  drag_steps(context, track, at, most);
}

}  // namespace

void PairPage::draw_transport(PanelContext& context, const Rect& card, const PairModel& model) {
  context.ui.card(card);
  const bool narrow = card.height > kTransport;
  const float middle = card.y + kTransport / 2;
  draw_transport_buttons(context, {card.x + 16, middle});
  if (const auto taken = choose_step(context, {card.x + 240, middle - 13, 290, 26})) {
    const std::uint64_t step = context.pair.step_of_kind(context.state, *taken);
    context.commands.edit([kind = *taken, step](AppState& app) {
      app.step = kind;
      app.compare.step = step;
    });
  }
  draw_speed_buttons(context, {card.x + 540, middle});
  const Rect close{card.right() - 16 - 80, middle - 14, 80, 28};
  if (context.ui.button("close-pair-view", close, "Table", "Back to the table (Esc)"))
    context.commands.actions.push_back(Action::step_pair);
  // In a narrow card the progress is below the controls.
  if (narrow)
    return draw_progress(context, {card.x + 16, card.y + kTransport, card.width - 32, kProgressRow}, model);
  const float left = card.x + 700;
  draw_progress(context, {left, card.y + 8, close.x - 24 - left, card.height - 16}, model);
}

}  // namespace lockstep::gui
