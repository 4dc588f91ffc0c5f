#include "gui/pages/compare/pair/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gui/canvas/text_layout.hpp"
#include "gui/canvas/text_metrics.hpp"
#include "gui/canvas/text_styles.hpp"

namespace lockstep::gui {
namespace {

constexpr float kTransport = 64, kCounters = 108, kPageTitle = 28, kCodeRow = 24, kPageLine = 19;
constexpr float kLowPage = 460;
constexpr TextStyle kQuietPage{Font::text, Role::second_ink, Align::left, 13};
float gap_of(const Rect& page) { return page.height < 720 ? 8 : 12; }

}  // namespace

void draw_pair_letter(Canvas& canvas, Point at, std::size_t which) {
  const TextStyle style{Font::text_bold, Role::on_acts, Align::centre, 12};
  canvas.fill_circle(at, 9, Role::acts);
  canvas.text({at.x, top_for_centre(at.y, style)}, which == 0 ? "A" : "B", style);
}

void PairPage::draw(const Rect& page, ViewContext& context) {
  const PairView view = prepare_pair(context.pair, context.state);
  for (const Action action : context.page_actions)
    for (FigureControl& figure : figures_) figure.act(action);
  const float gap = gap_of(page), half = (page.width - gap) / 2;
  const Rect transport{page.x, page.bottom() - kTransport, page.width, kTransport};
  // In a low window the figures come first.
  const float room = page.height < kLowPage ? 0 : kCounters + gap;
  const Rect left{page.x, page.y, half, transport.y - gap - room - page.y};
  const float words = words_height(context.ui.canvas, inside(left).width, view);
  draw_column(context, left, words, 0, view.columns[0]);
  draw_column(context, {left.right() + gap, left.y, half, left.height}, words, 1, view.columns[1]);
  if (room > 0) draw_counters(context, {page.x, left.bottom() + gap, page.width, kCounters}, view);
  draw_transport(context, transport, view);
}

float PairPage::words_height(const Canvas& canvas, float width, const PairView& view) {
  const std::string shown = fmt::format("{} {} {} {} {}", view.columns[0].title, view.columns[0].note,
                                        view.columns[1].title, view.columns[1].note, width);
  if (std::exchange(shown_, shown) != shown) most_lines_ = 2;
  for (const PairColumn& column : view.columns)
    most_lines_ = std::max(most_lines_, wrap_text(canvas, column.sentence, kSentence, width).size());
  return kCodeRow + kPageLine * static_cast<float>(most_lines_) + 8;
}

void PairPage::draw_column(ViewContext& context, const Rect& card, float words, std::size_t which,
                           const PairColumn& column) {
  context.ui.card(card);
  const Rect content = inside(card);
  draw_title(context, {content.x, content.y - 3, content.width, 20}, which, column);
  Rect area{content.x, content.y + kPageTitle, content.width, content.height - kPageTitle};
  if (!column.problem.empty()) return draw_problem(context, area, column);
  if (!column.has_run()) return;
  area.height -= words;
  draw_figure(context, area, which);
  draw_words(context, {area.x, area.bottom(), area.width, words}, column);
}

void PairPage::draw_title(ViewContext& context, const Rect& row, std::size_t which,
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

void PairPage::draw_problem(ViewContext& context, const Rect& area, const PairColumn& column) {
  context.ui.canvas.text({area.x, area.y}, "This cannot run",
                         {Font::text_bold, Role::costs, Align::left, 13});
  context.ui.paragraph({area.x, area.y + 24, area.width, area.height - 24}, column.problem, kSentence);
}

void PairPage::draw_figure(ViewContext& context, const Rect& area, std::size_t which) {
  const Run& run = *context.pair.run(which);
  const MomentView& moment = context.pair.moment(which);
  const Combination* combination = run.figures->combination();
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

// The line that comes next, and what it does.
void PairPage::draw_words(ViewContext& context, const Rect& area, const PairColumn& column) {
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
