// The figures of a run, for the window and the command line. The data of each figure is prepared from the
// trace and stored in a FigureSet. The figure is then drawn into a rectangle of a Canvas, with a heading and
// a legend; the caller draws the card behind the figure.
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

// Prepared figures of one trace. Only one thread at a time may use a FigureSet. A reference that a function
// returns is valid until the same function is called again.
class FigureSet {
 public:
  explicit FigureSet(std::shared_ptr<const sim::Trace> trace);
  ~FigureSet();
  FigureSet(FigureSet&&) noexcept;
  FigureSet& operator=(FigureSet&&) noexcept;

  const sim::Trace& trace() const;
  // Prepares the data of the whole run in pieces. Returns false when the timeline, the combination and the
  // windows are ready.
  bool prepare(TimeSlice& slice);
  // Returns the combination of the whole run; null if there is nothing to show.
  const sim::Combination* combination();
  sim::CoverageLabels& coverage_labels();
  const Lanes& lanes(std::uint64_t position, const std::string& variable = {});
  const MemoryAccess& memory_access(std::uint64_t position, std::size_t which = 0);
  const Timeline& timeline();
  // Returns the matrices that can be shown at `position`; empty if no object is a matrix.
  std::vector<sim::Matrix> matrices(std::uint64_t position);
  // Returns the windows of a convolution or another stencil; null if the run has no windows.
  const sim::Windows* windows();
  // Returns the window of the selected output. May be called only if windows() is not null.
  const ShownWindow& shown_window(std::uint64_t position, const std::optional<CellId>& selected);

 private:
  struct Impl;
  bool search_windows(TimeSlice& slice);
  std::unique_ptr<Impl> impl_;
};

// The contents of a picture that shows several figures at `position`, one below another on a card.
struct StageFigure {
  std::uint64_t position = 0;
  std::uint64_t changed_since = 0;
  bool combination = true, lanes = true, memory = true;
  bool windows = false;                 // draw the windows instead of the combination, if the run has windows
  std::optional<CellId> selected = {};  // the output whose window is shown
  std::string lane_variable = {};       // shown by the lanes; empty: the last result
  std::string title = {}, story = {};   // text above the figures
  float max_rows_height = 0;            // height limit of the rows around the position; 0: all rows
  float max_memory_height = 0;  // height limit of the memory figure, met by fewer or lower rows; 0: no limit
  WrongCells wrong = {};        // marked in the combination or in the windows
};
// Returns the height of the picture at this width.
float stage_height(FigureSet& figures, const StageFigure& stage, float width);
void draw_stage(Canvas& canvas, const Rect& area, FigureSet& figures, const StageFigure& stage);

}  // namespace lockstep::gui
