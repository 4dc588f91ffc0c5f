// The pictures of a scene of the Lab, one below the other.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "gui/figures/memory/access.hpp"
#include "gui/figures/memory/bank_padding.hpp"
#include "sim/lab/scene.hpp"

namespace lockstep::gui {

// A report prepared for drawing; made once for each report.
struct LabFigure {
  std::vector<MemoryAccess> accesses;
  std::vector<TileRows> tiles;  // of each access: that it reads or writes
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

// `seen`: the height of the part that is seen at once. A picture is made lower before it is cut there.
inline constexpr float kSeesAll = std::numeric_limits<float>::max();
float lab_figure_height(const LabFigure& figure, float width, float seen = kSeesAll);
FigureOutput draw_lab_figure(Canvas& canvas, const Rect& area, const LabFigure& figure, LabFigureView& view,
                             const FigureInput& input = {}, float seen = kSeesAll);

}  // namespace lockstep::gui
