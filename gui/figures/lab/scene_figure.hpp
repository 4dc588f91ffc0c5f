// Draws the pictures of a Lab scene, one below another.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "gui/figures/memory/access.hpp"
#include "gui/figures/memory/bank_padding.hpp"
#include "sim/lab/scene.hpp"

namespace lockstep::gui {

// The data of a report, prepared for drawing once for each report.
struct LabFigure {
  std::vector<MemoryAccess> accesses;
  std::vector<TileRows> tiles;  // for each access, the tile that it reads or writes
  std::optional<lab::ElementUses> uses;
  std::optional<lab::WarpTimeline> timeline;
  std::optional<lab::CacheLines> cache_lines;
  bool is_empty() const { return accesses.empty() && !uses && !timeline && !cache_lines; }
};
LabFigure prepare_lab_figure(const lab::Report& report);

struct LabFigureView {
  int pass = -1;  // the shown pass of all accesses with several passes; −1: all passes
  std::vector<MemoryAccessView> accesses{};
};

// Returns the number of passes to play: the maximum number of passes of any access to local or
// constant memory.
unsigned max_passes(const LabFigure& figure);

// `seen` is the height of the visible part of the area. A picture that does not fit in this height is made
// lower, down to a minimum height.
inline constexpr float kSeesAll = std::numeric_limits<float>::max();
float lab_figure_height(const LabFigure& figure, float width, float seen = kSeesAll);
FigureOutput draw_lab_figure(Canvas& canvas, const Rect& area, const LabFigure& figure, LabFigureView& view,
                             const FigureInput& input = {}, float seen = kSeesAll);

}  // namespace lockstep::gui
