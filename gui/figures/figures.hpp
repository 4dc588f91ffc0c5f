// The figures of a run, in one place: what the window and the command line call. Each figure is prepared from
// the trace as pure data and then drawn on a Canvas into a rectangle, heading and legend included; the card
// behind it is the caller's. A FigureSet keeps what was prepared, so that a frame prepares nothing twice.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gui/figures/combination/figure.hpp"
#include "gui/figures/lanes/lanes.hpp"
#include "gui/figures/memory/access.hpp"
#include "gui/figures/timeline/timeline.hpp"

namespace lockstep::gui {

// Prepared figures of one trace; use it from one thread at a time, as the trace itself. What it returns stays
// valid until the same function is called again.
class FigureSet {
 public:
  explicit FigureSet(std::shared_ptr<const sim::Trace> trace);
  ~FigureSet();
  FigureSet(FigureSet&&) noexcept;
  FigureSet& operator=(FigureSet&&) noexcept;

  const sim::Trace& trace() const;
  // Of the whole run. Null where there is nothing to show.
  const sim::Combination* combination();
  sim::CoverageLabels& coverage_labels();
  const Lanes& lanes(std::uint64_t position, const std::string& variable = {});
  const MemoryAccess& memory_access(std::uint64_t position, std::size_t which = 0);
  const Timeline& timeline();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// One picture for a slide: combination, lanes and memory at `position`, under each other on a card.
struct StageFigure {
  std::uint64_t position = 0;
  std::uint64_t changed_since = 0;
  bool combination = true, lanes = true, memory = true;
  std::string lane_variable = {};  // that the lanes show; empty: their last result
};
// Width is the caller's; the height that all of it needs.
float stage_height(FigureSet& figures, const StageFigure& stage, float width);
void draw_stage(Canvas& canvas, const Rect& area, FigureSet& figures, const StageFigure& stage);

}  // namespace lockstep::gui
