// The two marked rows of the Compare tab, stepped together: their figures beside each other, what happens in
// each, the counters of both, and what moves them. page.cpp draws the columns.
#pragma once

#include <array>
#include <string>

#include "gui/pages/compare/pair/model.hpp"
#include "gui/pages/panel.hpp"
#include "gui/pages/step/figure_control.hpp"

namespace lockstep::gui {

// The ring that marks a row of the table, with its letter.
void draw_pair_letter(Canvas& canvas, Point at, std::size_t which);

class PairPage {
 public:
  void draw(const Rect& page, PanelContext& context);

 private:
  void draw_column(PanelContext& context, const Rect& card, float words, std::size_t which,
                   const PairColumn& column);
  void draw_title(PanelContext& context, const Rect& row, std::size_t which, const PairColumn& column);
  void draw_figure(PanelContext& context, const Rect& area, std::size_t which);
  void draw_words(PanelContext& context, const Rect& area, const PairColumn& column);
  void draw_problem(PanelContext& context, const Rect& area, const PairColumn& column);
  // counters.cpp
  void draw_counters(PanelContext& context, const Rect& card, const PairModel& model);
  // transport.cpp
  void draw_transport(PanelContext& context, const Rect& card, const PairModel& model);
  // Of the sentences below the figures: as high as the longest so far, so that nothing jumps while it plays.
  float words_height(const Canvas& canvas, float width, const PairModel& model);

  std::array<FigureControl, 2> figures_;
  std::array<Link, 2> links_;   // what is under the pointer in each
  std::string shown_;           // the pair, and the width that its words are broken at
  std::size_t most_lines_ = 2;  // of a sentence
};

}  // namespace lockstep::gui
