// Draws windows with one dimension: the input, the tile, the mask and the outputs one below another, in the
// same columns.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "gui/canvas/label_row.hpp"
#include "gui/canvas/text.hpp"
#include "gui/figures/stencils/draw_windows.hpp"

namespace lockstep::gui {

using namespace drawing;
using sim::WindowPlace;

namespace {

constexpr float kStencilsLabels = 66;  // px at the left, for the labels of the rows
constexpr float kLaneGap = 4;          // px from a line to the name of its lane

// Returns the stride of the lanes whose names are shown. A name must end before the next line, even if that
// line has no name.
std::size_t lane_stride(const std::vector<float>& lines, std::vector<RowLabel> labels) {
  for (std::size_t i = 0; i + 1 < lines.size(); ++i)
    labels[i].room_end = std::max(lines[i], lines[i + 1]) - 1;
  return label_stride(labels, 0);
}

}  // namespace

void WindowsDrawing::rows(const Rect& body) {
  const bool has_tile = !tile_.empty();
  bool has_mask = windows_.mask && std::ranges::any_of(shown_.cells, [](const sim::WindowCell& one) {
                    return one.mask_cell.has_value();
                  });
  auto bands = static_cast<float>(2 + (has_tile ? 1 : 0) + (has_mask ? 1 : 0));
  constexpr float least_height = 18, least_gap = 8;
  if (has_mask && body.height < bands * least_height + (bands - 1) * least_gap) {
    has_mask = false;
    --bands;
  }
  const float height = std::clamp((body.height - (bands - 1) * least_gap) / bands, least_height, 34.0f);
  const float gap = std::clamp((body.height - bands * height) / std::max(1.0f, bands - 1), 4.0f, 30.0f);
  WindowGrid grid = row_grid(body, height);
  const auto label = [&](std::string_view name, std::string_view note) {
    const TextStyle bold = bold_text(Role::ink, Align::left, kSmall), small = small_text(Role::second_ink);
    const float middle = grid.corner.y + height / 2;
    const bool two = !note.empty() && height >= 28;
    text_at(canvas_, body.x, two ? middle - 7 : middle, fit_text(canvas_, name, bold, kStencilsLabels - 6),
            bold);
    if (two) text_at(canvas_, body.x, middle + 7, fit_text(canvas_, note, small, kStencilsLabels - 6), small);
  };
  label(in_name(), "global");
  draw_input(grid);
  if (has_tile) {
    const WindowGrid above = grid;
    grid.corner.y += height + gap;
    label(combination_.arrays[*windows_.tile].name, "local");
    loads(above, grid);
    draw_tile(grid);
  }
  if (has_mask) {
    grid.corner.y += height + gap;
    label(combination_.arrays[*windows_.mask].name, "× each");
    mask_row(grid);
  }
  const WindowGrid above = grid;
  grid.corner.y += height + gap;
  label(combination_.arrays[windows_.out].name, "global");
  fan(above, grid);
  draw_output(grid);
}

// Returns a grid with all cells and their ghost cells, or with as many cells as fit around the output.
WindowGrid WindowsDrawing::row_grid(const Rect& body, float height) {
  WindowGrid grid;
  grid.height = height + 2;
  const auto reach = static_cast<std::int64_t>(windows_.max_distance());
  const auto all = static_cast<std::int64_t>(windows_.columns) + 2 * reach;
  const float room = body.width - kStencilsLabels;
  grid.first.column = -reach;
  grid.columns = all;
  grid.width = std::min(60.0f, room / static_cast<float>(all));
  const float least = std::clamp(static_cast<float>(combination_.widest_value) * 8 + 10, 26.0f, 60.0f);
  if (grid.width < least) {
    grid.width = least;
    grid.columns = std::max<std::int64_t>(1, static_cast<std::int64_t>(room / least));
    grid.first.column = std::clamp(centre_of_row(grid.columns) - grid.columns / 2, -reach,
                                   std::max(-reach, all - reach - grid.columns));
    part_ = fmt::format("cells {} to {} of {}", std::max<std::int64_t>(0, grid.first.column),
                        std::min(grid.first.column + grid.columns, all - 2 * reach) - 1, windows_.columns);
  }
  grid.corner = {body.x + kStencilsLabels, body.y};
  return grid;
}

// Returns the cell in the middle of the visible part: the centre of the tile if the tile fits, otherwise
// the output.
std::int64_t WindowsDrawing::centre_of_row(std::int64_t room) const {
  if (tile_.empty() || static_cast<std::int64_t>(tile_.size()) > room)
    return static_cast<std::int64_t>(shown_.output);
  return (tile_.front().place.column + tile_.back().place.column + 1) / 2;
}

// Shows which lane loaded which cell. Each cell of the tile has a line, with the number of the lane at the
// end of the line if there is room.
void WindowsDrawing::loads(const WindowGrid& from, const WindowGrid& to) {
  const TextStyle style = small_text(Role::second_ink);
  const float top = from.corner.y + from.height - 1, bottom = to.corner.y - 1;
  std::vector<std::string> lanes;
  std::vector<RowLabel> labels;
  std::vector<float> lines;
  for (const sim::TileCell& entry : tile_) {
    if (!entry.from || !to.shows(entry.place) || entry.position >= frame_.position) continue;
    const float x = from.box(entry.place).centre().x;
    canvas_.line({x, top}, {x, bottom}, entry.is_halo ? Role::costs : Role::acts, 1.3f);
    lines.push_back(x);
    lanes.push_back(fmt::format("t{}", entry.lane + entry.warp * trace_.model().warp_width));
    labels.push_back({x + kLaneGap, x + kLaneGap + canvas_.text_width(lanes.back(), style)});
    labels.back().room_end = from.box(entry.place).right();
  }
  const std::size_t stride = bottom - top >= 14 ? lane_stride(lines, labels) : 0;
  for (std::size_t i = 0; i < lanes.size(); ++i)
    if (shows_label(stride, i)) text_at(canvas_, lines[i] + kLaneGap, (top + bottom) / 2, lanes[i], style);
}

void WindowsDrawing::mask_row(const WindowGrid& grid) {
  for (const sim::WindowCell& entry : shown_.cells) {
    if (!entry.mask_cell || !grid.shows(entry.place)) continue;
    WindowCellLook look = mask_look(*entry.mask_cell);
    look.in_window = entry.read < frame_.position;
    const Rect box = grid.box(entry.place);
    cell(box, look);
    hover(box, *windows_.mask, *entry.mask_cell, " = " + look.text);
  }
}

void WindowsDrawing::fan(const WindowGrid& from, const WindowGrid& to) {
  const WindowPlace at = windows_.place_of(shown_.output);
  if (!to.shows(at)) return;
  std::optional<Rect> whole;
  for (const sim::WindowCell& entry : shown_.cells) {
    const bool is_read = entry.cell || entry.tile_cell;
    if (!is_read || !from.shows(entry.place)) continue;
    const Rect box = from.box(entry.place);
    whole = whole ? Rect{whole->x, box.y, box.right() - whole->x, box.height} : box;
  }
  if (!whole) return;
  const Point tip{to.box(at).centre().x, to.box(at).y - 1};
  const float top = whole->bottom() + 1;
  canvas_.fill_polygon(std::array{Point{whole->x + 1, top}, Point{whole->right() - 1, top}, tip},
                       Role::acts_pale);
  canvas_.line({whole->x + 1, top}, tip, Role::acts, 1.4f);
  canvas_.line({whole->right() - 1, top}, tip, Role::acts, 1.4f);
}

}  // namespace lockstep::gui
