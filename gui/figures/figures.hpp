// The figures of a run, for the window and the command line. Each figure is prepared from the trace as data
// and then drawn on a Canvas into a rectangle, with a heading and a legend; the caller draws the card behind
// it. A FigureSet stores the prepared data.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/base/time_slice.hpp"
#include "gui/figures/combination/figure.hpp"
#include "gui/figures/lanes/lanes.hpp"
#include "gui/figures/matrix/matrix.hpp"
#include "gui/figures/memory/access.hpp"
#include "gui/figures/stencils/windows.hpp"
#include "gui/figures/timeline/timeline.hpp"

namespace lockstep::gui {

// Prepared figures of one trace. Like the trace, a FigureSet may be used by only one thread at a time. A
// returned reference is valid until the same function is called again.
class FigureSet {
 public:
  explicit FigureSet(std::shared_ptr<const sim::Trace> trace);
  ~FigureSet();
  FigureSet(FigureSet&&) noexcept;
  FigureSet& operator=(FigureSet&&) noexcept;

  const sim::Trace& trace() const;
  // Prepares the data of the whole run in pieces. Returns false when timeline, combination and windows
  // are ready.
  bool prepare(TimeSlice& slice);
  // The combination of the whole run; null if there is nothing to show.
  const sim::Combination* combination();
  sim::CoverageLabels& coverage_labels();
  const Lanes& lanes(std::uint64_t position, const std::string& variable = {});
  const MemoryAccess& memory_access(std::uint64_t position, std::size_t which = 0);
  const Timeline& timeline();
  // The matrices that can be shown at `position`; empty if nothing is a matrix.
  std::vector<sim::Matrix> matrices(std::uint64_t position);
  // The windows of a convolution or another stencil; null if the run has none.
  const sim::Windows* windows();
  // Requires that windows() is not null.
  const ShownWindow& shown_window(std::uint64_t position, const std::optional<CellId>& selected);

 private:
  struct Impl;
  bool search_windows(TimeSlice& slice);
  std::unique_ptr<Impl> impl_;
};

// One picture for a slide: combination, lanes and memory at `position`, one below another on a card.
struct StageFigure {
  std::uint64_t position = 0;
  std::uint64_t changed_since = 0;
  bool combination = true, lanes = true, memory = true;
  bool windows = false;                 // instead of the combination, if the run has windows
  std::optional<CellId> selected = {};  // the output whose window is shown
  std::string lane_variable = {};       // shown by the lanes; empty: the last result
  std::string title = {}, story = {};   // above the figures
  float max_rows_height = 0;            // height limit of the rows around the position; 0: all rows
  float max_memory_height = 0;          // above this height, rows are fewer or lower; 0: no limit
  WrongCells wrong = {};                // in the combination or in the windows
};
// The height of the stage at this width.
float stage_height(FigureSet& figures, const StageFigure& stage, float width);
void draw_stage(Canvas& canvas, const Rect& area, FigureSet& figures, const StageFigure& stage);

}  // namespace lockstep::gui
