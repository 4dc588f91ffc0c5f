// The pictures of a Lab scene, one below another.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "gui/figures/memory/access.hpp"
#include "gui/figures/memory/bank_padding.hpp"
#include "sim/lab/scene.hpp"

namespace lockstep::gui {

// A report prepared for drawing; created once for each report.
struct LabFigure {
  std::vector<MemoryAccess> accesses;
  std::vector<TileRows> tiles;  // by access: the tile that it reads or writes
  std::optional<lab::ElementUses> uses;
  std::optional<lab::WarpTimeline> timeline;
  bool is_empty() const { return accesses.empty() && !uses && !timeline; }
};
LabFigure prepare_lab_figure(const lab::Report& report);

struct LabFigureView {
  int pass = -1;  // the shown pass of all accesses with several passes; −1: all passes
  std::vector<MemoryAccessView> accesses{};
};

// The maximum number of passes of an access to local or constant memory, which is the number of passes
// to play.
unsigned max_passes(const LabFigure& figure);

// `seen` is the height of the visible part. A picture is made lower before it is cut there.
inline constexpr float kSeesAll = std::numeric_limits<float>::max();
float lab_figure_height(const LabFigure& figure, float width, float seen = kSeesAll);
FigureOutput draw_lab_figure(Canvas& canvas, const Rect& area, const LabFigure& figure, LabFigureView& view,
                             const FigureInput& input = {}, float seen = kSeesAll);

}  // namespace lockstep::gui
