// The pictures of a scene of the Lab, one below the other.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "gui/figures/memory/access.hpp"
#include "sim/lab/scene.hpp"

namespace lockstep::gui {

// A report prepared for drawing; made once for each report.
struct LabFigure {
  std::vector<MemoryAccess> accesses;
  std::optional<lab::ElementUses> uses;
  std::optional<lab::WarpTimeline> timeline;
  bool is_empty() const { return accesses.empty() && !uses && !timeline; }
};
LabFigure prepare_lab_figure(const lab::Report& report);

struct LabFigureView {
  int pass = -1;  // the shown pass of each access with several; −1: all
  std::vector<MemoryAccessView> accesses{};
};

// The most passes of an access of local or constant memory: how many there are to play.
unsigned max_passes(const LabFigure& figure);

float lab_figure_height(const LabFigure& figure, float width);
FigureOutput draw_lab_figure(Canvas& canvas, const Rect& area, const LabFigure& figure, LabFigureView& view,
                             const FigureInput& input = {});

}  // namespace lockstep::gui
