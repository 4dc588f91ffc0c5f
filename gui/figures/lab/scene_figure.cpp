#include "gui/figures/lab/scene_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gui/figures/lab/cache_lines.hpp"
#include "gui/figures/lab/element_uses.hpp"
#include "gui/figures/lab/warp_timeline.hpp"

namespace lockstep::gui {
namespace {

constexpr float kSceneGap = 18;
constexpr float kLeastPicture = 190, kLeastUses = 122;  // px, with heading and text

float height_of(const MemoryAccess& access, float width, float seen) {
  return std::min(memory_access_height(access, width), std::max(seen, kLeastPicture));
}

float height_of(const lab::ElementUses& uses, float width, float seen) {
  return std::min(element_uses_height(uses, width), std::max(seen, kLeastUses));
}

float height_of(const lab::CacheLines& lines, float seen) {
  return std::min(cache_lines_height(lines), std::max(seen, kLeastUses));
}

// Returns the row length and the pitch of the tile that an access uses. They are the values
// "access_0_row_bytes" and "access_0_pitch_bytes" of the report.
TileRows tile_of(const lab::Report& report, std::size_t access) {
  const auto bytes = [&](std::string_view what) {
    const auto found = report.values.find(fmt::format("access_{}_{}_bytes", access, what));
    return found == report.values.end() ? std::uint64_t{0} : static_cast<std::uint64_t>(found->second);
  };
  return {bytes("row"), bytes("pitch")};
}

void take(FigureOutput& output, FigureOutput part) {
  if (part.tooltip.empty() && !part.hovered.lane && !part.hovered.bank) return;
  output = std::move(part);
}

}  // namespace

LabFigure prepare_lab_figure(const lab::Report& report) {
  LabFigure figure;
  figure.uses = report.uses;
  figure.timeline = report.timeline;
  figure.cache_lines = report.cache_lines;
  for (const lab::Access& access : report.accesses) {
    MemoryAccess described = describe_access(access.detail, *report.model, access.object);
    if (!access.title.empty()) described.heading = access.title;
    const TileRows tile = tile_of(report, figure.accesses.size());
    if (tile.pitch_bytes > tile.row_bytes) described.sentence += " Hatched: unused words, the padding.";
    figure.tiles.push_back(tile);
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

float lab_figure_height(const LabFigure& figure, float width, float seen) {
  float height = 0;
  for (const MemoryAccess& access : figure.accesses)
    height += height_of(access, width, seen) + (height > 0 ? kSceneGap : 0);
  if (figure.uses) height += height_of(*figure.uses, width, seen) + (height > 0 ? kSceneGap : 0);
  if (figure.timeline) height += warp_timeline_height(*figure.timeline) + (height > 0 ? kSceneGap : 0);
  if (figure.cache_lines) height += height_of(*figure.cache_lines, seen) + (height > 0 ? kSceneGap : 0);
  return height;
}

FigureOutput draw_lab_figure(Canvas& canvas, const Rect& area, const LabFigure& figure, LabFigureView& view,
                             const FigureInput& input, float seen) {
  FigureOutput output;
  view.accesses.resize(figure.accesses.size());
  float y = area.y;
  for (std::size_t i = 0; i < figure.accesses.size(); ++i) {
    const MemoryAccess& access = figure.accesses[i];
    const float height = height_of(access, area.width, seen);
    // If an access has fewer passes than others, its last pass stays visible.
    view.accesses[i].pass = view.pass < 0 ? -1 : std::min(view.pass, static_cast<int>(access.passes) - 1);
    take(output,
         draw_memory_access(canvas, {area.x, y, area.width, height}, access, view.accesses[i], input));
    if (is_local(access)) draw_bank_padding(canvas, access, view.accesses[i], figure.tiles[i]);
    y += height + kSceneGap;
  }
  if (figure.uses) {
    const float height = height_of(*figure.uses, area.width, seen);
    draw_element_uses(canvas, {area.x, y, area.width, height}, *figure.uses);
    y += height + kSceneGap;
  }
  if (figure.timeline)
    draw_warp_timeline(canvas, {area.x, y, area.width, warp_timeline_height(*figure.timeline)},
                       *figure.timeline);
  if (figure.cache_lines)
    draw_cache_lines(canvas, {area.x, y, area.width, height_of(*figure.cache_lines, seen)},
                     *figure.cache_lines);
  return output;
}

}  // namespace lockstep::gui
