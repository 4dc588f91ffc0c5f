// Draws windows with two dimensions: the input with its ring of ghost cells, the tile, the mask and the
// outputs side by side.
#include <fmt/format.h>

#include <algorithm>

#include "gui/canvas/text.hpp"
#include "gui/figures/stencils/draw_windows.hpp"

namespace lockstep::gui {

using namespace drawing;
using sim::WindowPlace;

void WindowsDrawing::matrices(const Rect& body) {
  const Rect room{body.x, body.y + kWindowTitle, body.width, body.height - kWindowTitle};
  std::vector<WindowPart> parts = matrix_parts(true);
  float scale = fitting_scale(parts, room);
  // If there is no room for the tile, the tile is shown only as a frame in the input.
  if (scale < 1 && !tile_.empty()) {
    parts = matrix_parts(false);
    scale = fitting_scale(parts, room);
  }
  if (scale < 1) crop(parts, room);
  scale = std::clamp(scale, 1.0f, 2.0f);
  std::int64_t rows = 1;
  for (const WindowPart& part : parts) rows = std::max(rows, part.grid.rows);
  const float height = std::clamp(room.height / static_cast<float>(rows), kLowest, 26.0f);
  float x = room.x;
  for (WindowPart& part : parts) {
    part.grid.width = part.need * scale;
    part.grid.height = height;
    part.grid.corner = {x, room.y};
    const TextStyle style = bold_text(Role::ink, Align::left, 12);
    const float columns = part.grid.all().width;
    text_at(canvas_, x, body.y + 7, fit_text(canvas_, part.title, style, columns + kPartGap - 6), style);
    x += columns + kPartGap;
  }
  draw_input(parts.front().grid);
  if (!tile_.empty()) tile_frame(parts.front().grid);
  if (parts.size() > 2 && !tile_.empty() && parts[1].title.ends_with("local")) draw_tile(parts[1].grid);
  if (windows_.mask) mask_matrix(parts[parts.size() - 2].grid);
  draw_output(parts.back().grid);
  group_edges(parts.back().grid);
}

// Returns the cell width that the values of an array need, estimated from the first values.
float WindowsDrawing::need_of(std::uint32_t array) const {
  constexpr std::size_t sample = 256;
  const sim::CombinationArray& entry = combination_.arrays[array];
  std::size_t widest = 1;
  const auto look = [&](std::uint64_t bits) {
    widest = std::max(widest, value_text(bits, entry.object.type).size());
  };
  for (std::size_t i = 0; i < std::min(entry.initial.size(), sample); ++i) look(entry.initial[i].bits);
  if (array == windows_.out)
    for (std::size_t i = 0; i < std::min(entry.cells(), std::uint64_t{sample}); ++i)
      look(combination_.rows[windows_.out_row].writes[i].bits);
  return std::clamp(static_cast<float>(widest) * 7 + 6, 16.0f, 48.0f);
}

// Returns the factor by which all cells may be wider than necessary. A factor below 1 means that there is not
// enough room.
float WindowsDrawing::fitting_scale(const std::vector<WindowPart>& parts, const Rect& room) {
  float needed = 0;
  std::int64_t rows = 1;
  for (const WindowPart& part : parts) {
    needed += part.need * static_cast<float>(part.grid.columns);
    rows = std::max(rows, part.grid.rows);
  }
  if (room.height < kLowest * static_cast<float>(rows)) return 0;
  return (room.width - kPartGap * static_cast<float>(parts.size() - 1)) / needed;
}

std::vector<WindowPart> WindowsDrawing::matrix_parts(bool with_tile) const {
  const auto reach = static_cast<std::int64_t>(windows_.max_distance());
  const auto rows = static_cast<std::int64_t>(windows_.rows),
             columns = static_cast<std::int64_t>(windows_.columns);
  const float need = need_of(windows_.in);
  std::vector<WindowPart> parts;
  parts.push_back({in_name(), {{}, 0, 0, {-reach, -reach}, rows + 2 * reach, columns + 2 * reach}, need});
  if (with_tile && !tile_.empty()) {
    const WindowPlace first = tile_.front().place, last = tile_.back().place;
    parts.push_back({combination_.arrays[*windows_.tile].name + " · local",
                     {{}, 0, 0, first, last.row - first.row + 1, last.column - first.column + 1},
                     need});
  }
  if (windows_.mask)
    parts.push_back({combination_.arrays[*windows_.mask].name, mask_grid(), need_of(*windows_.mask)});
  parts.push_back(
      {combination_.arrays[windows_.out].name, {{}, 0, 0, {0, 0}, rows, columns}, need_of(windows_.out)});
  return parts;
}

WindowGrid WindowsDrawing::mask_grid() const {
  const auto [low, high] = std::ranges::minmax(windows_.offsets, {}, &WindowPlace::column);
  return {{},
          0,
          0,
          {windows_.offsets.front().row, low.column},
          windows_.offsets.back().row - windows_.offsets.front().row + 1,
          high.column - low.column + 1};
}

// Reduces the input and the outputs to the rows and columns around the shown output, so that the values
// are readable.
void WindowsDrawing::crop(std::vector<WindowPart>& parts, const Rect& room) {
  const WindowPlace at = windows_.place_of(shown_.output);
  float fixed = kPartGap * static_cast<float>(parts.size() - 1);
  for (std::size_t i = 1; i + 1 < parts.size(); ++i)
    fixed += parts[i].need * static_cast<float>(parts[i].grid.columns);
  const auto columns = std::max<std::int64_t>(
      3, static_cast<std::int64_t>((room.width - fixed) / (parts.front().need + parts.back().need)));
  const auto rows = std::max<std::int64_t>(3, static_cast<std::int64_t>(room.height / kLowest));
  const auto around = [](std::int64_t& first, std::int64_t& count, std::int64_t most, std::int64_t centre) {
    if (count <= most) return;
    first = std::clamp(centre - most / 2, first, first + count - most);
    count = most;
  };
  for (WindowPart* part : {&parts.front(), &parts.back()}) {
    around(part->grid.first.row, part->grid.rows, rows, at.row);
    around(part->grid.first.column, part->grid.columns, columns, at.column);
  }
  for (std::size_t i = 1; i + 1 < parts.size(); ++i)
    around(parts[i].grid.first.row, parts[i].grid.rows, rows,
           parts[i].grid.first.row + parts[i].grid.rows / 2);
  const WindowGrid& out = parts.back().grid;
  part_ =
      fmt::format("rows {} to {} of {}, columns {} to {} of {}", out.first.row, out.first.row + out.rows - 1,
                  windows_.rows, out.first.column, out.first.column + out.columns - 1, windows_.columns);
}

// Draws a frame around the part of the input that the work-group loads.
void WindowsDrawing::tile_frame(const WindowGrid& grid) {
  const WindowPlace end{grid.first.row + grid.rows - 1, grid.first.column + grid.columns - 1};
  const WindowPlace first{std::max(tile_.front().place.row, grid.first.row),
                          std::max(tile_.front().place.column, grid.first.column)};
  const WindowPlace last{std::min(tile_.back().place.row, end.row),
                         std::min(tile_.back().place.column, end.column)};
  if (first.row > last.row || first.column > last.column) return;
  const Rect from = grid.box(first), to = grid.box(last);
  canvas_.stroke_rect({from.x - 2, from.y - 2, to.right() - from.x + 3, to.bottom() - from.y + 3},
                      Role::costs, 2, 3);
}

// Returns the work-group that computes an output; no value if the place is outside the outputs.
std::optional<std::uint32_t> WindowsDrawing::group_of(const WindowPlace& output) const {
  const auto cell = windows_.cell_at(output);
  if (!cell) return std::nullopt;
  const auto& writes = combination_.rows[windows_.out_row].writes;
  const auto found = std::ranges::lower_bound(writes, *cell, {}, &sim::CombinationWrite::cell);
  if (found == writes.end() || found->cell != *cell) return std::nullopt;
  return found->group;
}

// Draws lines between outputs of different work-groups, which are the boundaries of the output tiles.
void WindowsDrawing::group_edges(const WindowGrid& grid) {
  each_place(grid, [&](const WindowPlace& at) {
    const auto group = group_of(at);
    if (!group) return;
    const Rect box = grid.box(at);
    const WindowPlace right{at.row, at.column + 1}, below{at.row + 1, at.column};
    if (const auto other = group_of(right); grid.shows(right) && other && *other != *group) {
      canvas_.line({box.right() + 1, box.y - 1}, {box.right() + 1, box.bottom() + 1}, Role::ink, 2);
      shows_groups_ = true;
    }
    if (const auto other = group_of(below); grid.shows(below) && other && *other != *group) {
      canvas_.line({box.x - 1, box.bottom() + 1}, {box.right() + 1, box.bottom() + 1}, Role::ink, 2);
      shows_groups_ = true;
    }
  });
}

void WindowsDrawing::mask_matrix(const WindowGrid& grid) {
  const WindowPlace at = windows_.place_of(shown_.output);
  for (const sim::WindowCell& entry : shown_.cells) {
    const WindowPlace offset{entry.place.row - at.row, entry.place.column - at.column};
    if (!entry.mask_cell || !grid.shows(offset)) continue;
    WindowCellLook look = mask_look(*entry.mask_cell);
    look.in_window = entry.read < frame_.position;
    const Rect box = grid.box(offset);
    cell(box, look);
    hover(box, *windows_.mask, *entry.mask_cell, " = " + look.text);
  }
}

}  // namespace lockstep::gui
