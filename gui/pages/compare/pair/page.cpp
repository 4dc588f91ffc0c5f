#include "gui/pages/compare/pair/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"

namespace lockstep::gui {
namespace {

constexpr float kCounters = 108, kPageTitle = 28, kCodeRow = 24, kPageLine = 19;
constexpr float kLowPage = 460, kNarrowPage = 900;
constexpr float kLeastFigure = 257, kLeastDetails = 120;
constexpr TextStyle kQuietPage{Font::text, Role::second_ink, Align::left, 13};
float gap_of(const Rect& page) { return page.height < 720 ? 8 : 12; }

}  // namespace

void draw_pair_letter(Canvas& canvas, Point at, std::size_t which) {
  const TextStyle style{Font::text_bold, Role::on_acts, Align::centre, 12};
  canvas.fill_circle(at, 9, Role::acts);
  canvas.text({at.x, top_for_centre(at.y, style)}, which == 0 ? "A" : "B", style);
}

void PairPage::draw(const Rect& page, PanelContext& context) {
  PairModel model = prepare_pair(pair_, context.state);
  if (context.state.presentation) return draw_presented(page, context, model);
  for (const Action action : context.page_actions)
    for (FigureControl& figure : figures_) figure.act(action);
  for (std::size_t i = 0; i < 2; ++i)
    if (pair_.run(i) != nullptr) sources_[i].prepare(model.columns[i].source, model.columns[1 - i].source);
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
  if (std::exchange(shown_, shown) != shown) max_lines_ = 2;
  for (const PairColumn& column : model.columns)
    max_lines_ = std::max(max_lines_, wrap_text(canvas, column.sentence, kSentence, width).size());
  return kCodeRow + kPageLine * static_cast<float>(max_lines_) + 8;
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
  // If there is enough space for figure, source and lanes, the figure gets at least the upper half.
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
  const Run& run = *pair_.run(which);
  const ShownMoment& moment = pair_.moment(which);
  const sim::Combination* combination = run.figures->combination();
  if (combination == nullptr)
    return context.ui.canvas.text({area.x, area.y}, "This run has no step: the input is the result.",
                                  kQuietPage);
  FigureControl& control = figures_[which];
  control.follow(moment.position);
  CombinationFrame frame{moment.position, moment.step_begin};
  frame.whole = frame.all_cells = context.state.presentation;
  frame.all_begun = !frame.whole && (!context.state.title.empty() || !context.state.story.empty());
  CombinationView all_steps;
  const FigureOutput output = draw_combination(
      context.ui.canvas, area, *run.trace, *combination, run.figures->coverage_labels(), frame,
      frame.whole ? all_steps : control.view, {links_[which], context.ui.pointer(area)});
  links_[which] = output.hovered;
  if (!output.tooltip.empty()) context.ui.tooltip(output.tooltip);
  if (frame.whole) return;
  const bool stops = std::exchange(context.ui.stops, false);
  control.answer(context.ui, which == 0 ? "figure A" : "figure B", area);
  context.ui.stops = stops;
}

void PairPage::draw_details(PanelContext& context, const Rect& area, std::size_t which,
                            const PairColumn& column) {
  const Run& run = *pair_.run(which);
  Canvas& canvas = context.ui.canvas;
  canvas.line({area.x, area.y - 6}, {area.right(), area.y - 6}, Role::line);
  const float code = std::floor(area.width * 0.5f);
  const bool in_file = !column.line_number.empty();
  sources_[which].draw(canvas, {area.x, area.y, code, area.height}, in_file ? pair_.moment(which).line : 0);
  const Rect lanes{area.x + code + 14, area.y, area.width - code - 14, area.height};
  canvas.line({lanes.x - 7, area.y}, {lanes.x - 7, area.bottom()}, Role::line);
  const FigureOutput output = draw_lanes(canvas, lanes, run.figures->lanes(pair_.moment(which).position, {}),
                                         lanes_[which], {links_[which], context.ui.pointer(lanes)});
  if (!output.tooltip.empty()) context.ui.tooltip(output.tooltip);
}

// Draws the line that is executed next, and a sentence about the next step.
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

}  // namespace lockstep::gui
