// Draws two runs in a presentation without controls. The zoom is large enough for the last row of
// a lecture room.
#include <algorithm>

#include "gui/canvas/fit_sentences.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/pages/compare/pair/page.hpp"

namespace lockstep::gui {
namespace {

constexpr float kPresentedLine = 19;

FigureSize size_of(const Rect& rect) { return {rect.width, rect.height}; }

void keep_presented_counters(const Show& show, PairModel& model) {
  const std::vector<std::string> words = presented_counters(show);
  const auto is_other = [&](const CounterPair& pair) {
    return std::ranges::none_of(words, [&](const std::string& word) { return is_counter(pair.title, word); });
  };
  std::erase_if(model.counters, is_other);
  std::erase_if(model.widest, is_other);
}

void draw_next_line(Canvas& canvas, const Rect& row, const PairColumn& column) {
  const TextStyle number{Font::code, Role::second_ink, Align::left, 12};
  const TextStyle code{Font::code, Role::ink, Align::left, 13};
  const float middle = row.y + kPresentedLine / 2;
  canvas.text({row.x, top_for_centre(middle, number)}, column.line_number, number);
  const float left = row.x + canvas.text_width("000", number);
  canvas.text({left, top_for_centre(middle, code)}, fit_text(canvas, column.code, code, row.right() - left),
              code);
}

void draw_sentence(PanelContext& context, const Rect& area, const std::string& sentence) {
  const auto lines = static_cast<std::size_t>(area.height / kPresentedLine);
  context.ui.paragraph(area, fit_sentences(context.ui.canvas, sentence, kSentence, area.width, lines),
                       kSentence, kPresentedLine / kSentence.size);
}

// Draws the next line and the sentence. In a stacked pair, the sentence is beside the line,
// otherwise below it.
void draw_presented_words(PanelContext& context, const Rect& area, bool in_row, const PairColumn& column) {
  context.ui.canvas.line({area.x, area.y}, {area.right(), area.y}, Role::line);
  const float y = area.y + 4;
  if (column.code.empty())
    return draw_sentence(context, {area.x, y, area.width, area.bottom() - y}, column.sentence);
  const float code = in_row ? 0.4f * area.width : area.width;
  draw_next_line(context.ui.canvas, {area.x, y, code - 10, kPresentedLine}, column);
  const Rect right{area.x + code, y, area.width - code, area.bottom() - y};
  const Rect below{area.x, y + kPresentedLine + 3, area.width, area.bottom() - y - kPresentedLine - 3};
  draw_sentence(context, in_row ? right : below, column.sentence);
}

}  // namespace

FigureSize PairPage::needed_figure(const Canvas& canvas) const {
  FigureSize needed;
  for (const std::size_t which : {0, 1}) {
    const Run* run = pair_.run(which);
    const sim::Combination* combination = run == nullptr ? nullptr : run->figures->combination();
    if (combination == nullptr) continue;
    const FigureSize own = whole_combination_size(canvas, *combination);
    needed = {std::max(needed.width, own.width), std::max(needed.height, own.height)};
  }
  return needed;
}

float PairPage::presented_zoom(PanelContext& context, const Rect& area) const {
  return presented_pair_zoom(size_of(area), needed_figure(context.ui.canvas));
}

float PairPage::presented_worth(PanelContext& context, const Rect& area) const {
  return presented_pair_worth(size_of(area), needed_figure(context.ui.canvas));
}

void PairPage::draw_presented(const Rect& page, PanelContext& context, PairModel& model) {
  keep_presented_counters(context.state.show, model);
  const PairArrangement arrangement = arrange_pair(size_of(page), needed_figure(context.ui.canvas));
  const Rect bars{page.x, page.bottom() - kPresentedProgress, page.width, kPresentedProgress};
  Rect above{page.x, page.y, page.width, bars.y - kPairGap - page.y};
  context.ui.card(bars);
  draw_pair_bars(context, {bars.x + 30, bars.y + 10, bars.width - 44, 20}, model);
  if (arrangement.has_counters) {
    above.height -= kPresentedCounters + kPairGap;
    draw_counters(context, {page.x, above.bottom() + kPairGap, page.width, kPresentedCounters}, model);
  } else {
    const SharedPlace shared{above};
    const std::string_view cards[] = {"pair-figures", "pair-counters"};
    const std::string_view front = front_card(context.state, cards);
    tabs_.show({{cards[0], "Figures"}, {cards[1], "Counters and findings"}}, front);
    tabs_.draw(shared.tabs(), context);
    above = shared.card();
    if (front == cards[1]) return draw_counter_list(context, above, model);
  }
  const Rect first = arrangement.stacked ? Rect{above.x, above.y, above.width, (above.height - kPairGap) / 2}
                                         : Rect{above.x, above.y, (above.width - kPairGap) / 2, above.height};
  const Rect second = arrangement.stacked
                          ? Rect{above.x, first.bottom() + kPairGap, first.width, first.height}
                          : Rect{first.right() + kPairGap, above.y, first.width, first.height};
  draw_presented_column(context, first, arrangement, 0, model.columns[0]);
  draw_presented_column(context, second, arrangement, 1, model.columns[1]);
}

void PairPage::draw_presented_column(PanelContext& context, const Rect& card,
                                     const PairArrangement& arrangement, std::size_t which,
                                     const PairColumn& column) {
  context.ui.card(card);
  const Rect content{card.x + kPairPadding, card.y + kPairPadding, card.width - 2 * kPairPadding,
                     card.height - 2 * kPairPadding};
  draw_title(context, {content.x, content.y - 3, content.width, 20}, which, column);
  const Rect area{content.x, content.y + kPairTitle, content.width, content.height - kPairTitle};
  if (!column.problem.empty()) return draw_problem(context, area, column);
  if (!column.has_run()) return;
  const float words = arrangement.stacked ? kWordsInRow : kWordsBelow;
  draw_figure(context, {area.x, area.y, area.width, area.height - words}, which);
  draw_presented_words(context, {area.x, area.bottom() - words, area.width, words}, arrangement.stacked,
                       column);
}

}  // namespace lockstep::gui
