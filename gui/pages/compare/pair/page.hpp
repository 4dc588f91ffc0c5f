// Draws the two marked rows of the Compare page, which are stepped together: their figures side by side, a
// sentence about each run, the counters of both runs, and the controls.
#pragma once

#include <array>
#include <string>

#include "gui/background_jobs/pair/pair_runner.hpp"
#include "gui/figures/lanes/lanes.hpp"
#include "gui/pages/compare/pair/arrangement.hpp"
#include "gui/pages/compare/pair/model.hpp"
#include "gui/pages/compare/pair/source.hpp"
#include "gui/pages/panel.hpp"
#include "gui/pages/shared_place.hpp"
#include "gui/pages/step/figure_control.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {

// Draws a disc with the letter of a marked row.
void draw_pair_letter(Canvas& canvas, Point at, std::size_t which);

// Draws the progress of both runs as two bars, with "A" and "B" on the left; dragging selects any step.
void draw_pair_bars(PanelContext& context, const Rect& track, const PairModel& model);

class PairPage {
 public:
  explicit PairPage(PairRunner& pair) : pair_(pair) {}

  void draw(const Rect& page, PanelContext& context);
  // Returns the zoom at which a presentation draws the pair in this area.
  float presented_zoom(PanelContext& context, const Rect& area) const;
  // Returns this zoom, reduced by the fraction of the contents that is hidden.
  float presented_worth(PanelContext& context, const Rect& area) const;

 private:
  static constexpr float kTransport = 64, kProgressRow = 50;

  // Whether the counters fit into one row for each run in a card of this width.
  static bool counters_fit(const Canvas& canvas, const Rect& card, const PairModel& model);
  // Draws the pair without controls, so that the figures can use the whole space. Keys step through the runs.
  void draw_presented(const Rect& page, PanelContext& context, PairModel& model);
  void draw_presented_column(PanelContext& context, const Rect& card, const PairArrangement& arrangement,
                             std::size_t which, const PairColumn& column);
  // Returns the size at which both figures show all cells and steps; an empty size if the runs are not ready.
  FigureSize needed_figure(const Canvas& canvas) const;
  void draw_column(PanelContext& context, const Rect& card, float words, std::size_t which,
                   const PairColumn& column);
  void draw_title(PanelContext& context, const Rect& row, std::size_t which, const PairColumn& column);
  void draw_figure(PanelContext& context, const Rect& area, std::size_t which);
  // Draws source and lanes below the figure.
  void draw_details(PanelContext& context, const Rect& area, std::size_t which, const PairColumn& column);
  void draw_words(PanelContext& context, const Rect& area, const PairColumn& column);
  void draw_problem(PanelContext& context, const Rect& area, const PairColumn& column);
  void draw_counters(PanelContext& context, const Rect& card, const PairModel& model);
  void draw_counter_list(PanelContext& context, const Rect& card, const PairModel& model);
  // Draws the pair in a small window, in which the figures and the counters share a place.
  void draw_shared(PanelContext& context, const Rect& place, const PairModel& model);
  void draw_columns(PanelContext& context, const Rect& place, float gap, const PairModel& model);
  void draw_transport(PanelContext& context, const Rect& card, const PairModel& model);
  // Returns the height of the sentences below the figures. This is the height of the longest sentence so far,
  // so that nothing moves while the pair is playing.
  float words_height(const Canvas& canvas, float width, const PairModel& model);

  PairRunner& pair_;
  CardTabs tabs_;
  ScrollArea list_scroll_;
  std::array<FigureControl, 2> figures_;
  std::array<PairSource, 2> sources_;
  std::array<LanesView, 2> lanes_;
  std::array<Link, 2> links_;  // objects under the pointer, for each figure
  std::string shown_;          // text that identifies the shown pair and the width of its sentences
  std::size_t max_lines_ = 2;  // maximum number of lines of a sentence so far
};

}  // namespace lockstep::gui
