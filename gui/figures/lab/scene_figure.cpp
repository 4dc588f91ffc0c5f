#include "gui/figures/lab/scene_figure.hpp"

#include <algorithm>
#include <utility>

#include "gui/figures/lab/element_uses.hpp"
#include "gui/figures/lab/warp_timeline.hpp"

namespace lockstep::gui {
namespace {

constexpr float kGap = 18;

void take(FigureOutput& output, FigureOutput part) {
  if (part.tooltip.empty() && !part.hovered.lane && !part.hovered.bank) return;
  output = std::move(part);
}

}  // namespace

LabFigure prepare_lab_figure(const lab::Report& report) {
  LabFigure figure;
  figure.uses = report.uses;
  figure.timeline = report.timeline;
  for (const lab::Access& access : report.accesses) {
    MemoryAccess described = describe_access(access.detail, *report.model, access.object);
    if (!access.title.empty()) described.heading = access.title;
    figure.accesses.push_back(std::move(described));
  }
  return figure;
}

unsigned max_passes(const LabFigure& figure) {
  unsigned most = 0;
  for (const MemoryAccess& access : figure.accesses)
    if (has_passes(access)) most = std::max(most, access.passes);
  return most;
}

float lab_figure_height(const LabFigure& figure, float width) {
  float height = 0;
  for (const MemoryAccess& access : figure.accesses)
    height += memory_access_height(access, width) + (height > 0 ? kGap : 0);
  if (figure.uses) height += element_uses_height(*figure.uses, width) + (height > 0 ? kGap : 0);
  if (figure.timeline) height += warp_timeline_height(*figure.timeline) + (height > 0 ? kGap : 0);
  return height;
}

FigureOutput draw_lab_figure(Canvas& canvas, const Rect& area, const LabFigure& figure, LabFigureView& view,
                             const FigureInput& input) {
  FigureOutput output;
  view.accesses.resize(figure.accesses.size());
  float y = area.y;
  for (std::size_t i = 0; i < figure.accesses.size(); ++i) {
    const MemoryAccess& access = figure.accesses[i];
    const float height = memory_access_height(access, area.width);
    // Accesses with fewer passes wait in their last one.
    view.accesses[i].pass = view.pass < 0 ? -1 : std::min(view.pass, static_cast<int>(access.passes) - 1);
    take(output,
         draw_memory_access(canvas, {area.x, y, area.width, height}, access, view.accesses[i], input));
    y += height + kGap;
  }
  if (figure.uses) {
    const float height = element_uses_height(*figure.uses, area.width);
    draw_element_uses(canvas, {area.x, y, area.width, height}, *figure.uses);
    y += height + kGap;
  }
  if (figure.timeline)
    draw_warp_timeline(canvas, {area.x, y, area.width, warp_timeline_height(*figure.timeline)},
                       *figure.timeline);
  return output;
}

}  // namespace lockstep::gui
