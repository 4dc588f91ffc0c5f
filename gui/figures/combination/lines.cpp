// Draws the lines of the data flow, from each source to the cell that depends on it. Each warp has a colour,
// and the warp's name is written above its first cell. A line never crosses an unrelated row: if the source
// is not in the row directly above, only the two ends of the line are drawn, unless the cell is highlighted.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "gui/figures/combination/draw_rows.hpp"
#include "gui/figures/tools/drawing.hpp"

namespace lockstep::gui {

using namespace drawing;

namespace {

constexpr std::uint64_t kMaxLines = 4;  // number of adjacent sources; a larger number is drawn as a fan
constexpr float kLineDistance = 4;      // px; lines closer than this are omitted
constexpr float kNameRoom = 15;         // px between two rows, required for the name of a warp
constexpr float kStub = 11;             // px, length of each end of a cut line
constexpr std::array kWarpRoles{Role::acts, Role::second_warp, Role::third_warp, Role::fourth_warp};

// Returns the point `distance` px above or below `from` in the direction of `to`. Its horizontal distance is
// at most `distance`.
Point towards(Point from, Point to, float distance) {
  const float dx = to.x - from.x, dy = to.y - from.y;
  const float length = std::max(1.0f, std::hypot(dx, dy));
  const float down = dy > 0 ? distance : -distance;
  return {from.x + std::clamp(dx / length * distance, -distance, distance), from.y + down};
}

}  // namespace

float CombinationRows::source_bottom(std::size_t row) const {
  return layout_.top(row) + layout_.cell_height + 1;
}

// Returns true if a line between the two rows crosses no drawn row.
bool CombinationRows::follows(std::size_t row, std::size_t above) const {
  return above + 1 == row || layout_.is_directly_below(row, above);
}

// Returns true if the warps have colours. With independent lanes there are too many warps for this.
bool CombinationRows::has_warps(std::size_t row) const {
  const std::uint32_t launch = combination_.rows[row].launch, width = trace_.model().warp_width;
  const auto& launches = trace_.plan().launches;
  return width > 1 && launch < launches.size() && launches[launch].range.group_items() > width;
}

Role CombinationRows::role_of(std::size_t row, const sim::CombinationWrite& write) const {
  return has_warps(row) ? kWarpRoles[write.warp % kWarpRoles.size()] : Role::acts;
}

// Returns true if the store wrote the highlighted cell, or if the highlighted lane executed it.
bool CombinationRows::stands_out(std::size_t row, const sim::CombinationWrite& write) const {
  if (link_.cell && combination_.cell_of(row, *link_.cell, focus_.running) == write.cell) return true;
  return link_.lane == LaneId{write.warp, write.lane} && write.group == focus_.running.group &&
         combination_.rows[row].launch == focus_.running.launch;
}

void CombinationRows::lines_into(std::size_t row) {
  const sim::CombinationWrite* before = nullptr;
  std::vector<const sim::CombinationWrite*> named;
  each_shown_write(row, layout_.has_text() ? 0 : kLineDistance, [&](const sim::CombinationWrite& write) {
    for (const sim::CombinationSource& source : combination_.sources_of(write)) {
      // The first visible row has no lines, because its sources are scrolled out of view.
      if (source.row >= row || row == layout_.rows.front()) continue;
      if (source.count > kMaxLines) {
        fan(row, write, source);
      } else {
        line(row, write, source);
      }
    }
    const bool begins = before == nullptr || before->warp != write.warp || before->group != write.group;
    const bool has_room = layout_.row_pitch - layout_.cell_height >= kNameRoom;
    if (begins && has_room && has_warps(row) && row != layout_.rows.front() && layout_.has_text())
      named.push_back(&write);
    before = &write;
  });
  // Names are drawn on top of all lines of the row.
  for (const sim::CombinationWrite* write : named) name_warp(row, *write);
}

void CombinationRows::line(std::size_t row, const sim::CombinationWrite& write,
                           const sim::CombinationSource& source) {
  for (std::uint64_t cell = source.cell; cell < source.cell + source.count; ++cell) {
    Point from{centre(source.row, cell), source_bottom(source.row)};
    Point to{centre(row, write.cell), layout_.top(row) - 1};
    const float shift = std::min(8.0f, layout_.width() * 0.2f);
    if (from.x > to.x + 1) to.x += shift;
    if (from.x < to.x - 1) to.x -= shift;
    const bool linked = stands_out(row, write), stale = source.is_stale();
    const Role role = stale ? Role::costs : linked ? Role::ink : role_of(row, write);
    if (!follows(row, source.row)) {
      if (!layout_.shows_row(source.row)) from.y = layout_.cells.y - 1;
      far_line(from, to, source.has_input || stale ? role : Role::waiting, linked || stale);
      continue;
    }
    const bool current = row + 1 == focus_.begun;
    const float thickness = (layout_.pitch < 6 ? 0.6f
                             : current         ? 2.0f
                                               : 1.3f) +
                            (linked || stale ? 1.2f : 0.0f);
    if (source.has_input || stale) {
      canvas_.line(from, to, role, thickness);
    } else {
      canvas_.dashed_line(from, to, Role::waiting, thickness);
    }
  }
}

void CombinationRows::far_line(Point from, Point to, Role role, bool whole) {
  if (whole) return canvas_.line(from, to, role, 1.5f);
  if (layout_.pitch < 14) return;  // the two ends would touch
  has_far_lines_ = true;
  // Ends between low rows must not extend into the text of the cells.
  const float stub = std::min(kStub, layout_.row_pitch - layout_.cell_height);
  const Point end = towards(to, from, stub);
  canvas_.line(end, to, role, 1.3f);
  canvas_.fill_circle(end, 2, role);
  // The source may be scrolled out of view.
  if (from.y < layout_.cells.y) return;
  const Point start{from.x, from.y + stub / 2};
  canvas_.line(from, start, role, 1.3f);
  canvas_.fill_circle(start, 2, role);
}

// Draws the lines from many adjacent sources as a filled outline, because single lines would hide each other.
void CombinationRows::fan(std::size_t row, const sim::CombinationWrite& write,
                          const sim::CombinationSource& source) {
  const Rect first = box(source.row, source.cell), last = box(source.row, source.cell + source.count - 1);
  const float top = source_bottom(source.row);
  const Point to{centre(row, write.cell), layout_.top(row) - 1};
  const bool linked = stands_out(row, write);
  const Role role = linked ? Role::ink : source.has_input ? role_of(row, write) : Role::waiting;
  if (!follows(row, source.row)) {
    const float from = layout_.shows_row(source.row) ? top : layout_.cells.y - 1;
    return far_line({(first.x + last.right()) / 2, from}, to, role, linked);
  }
  if (layout_.has_text()) {
    const std::array corners{Point{first.x + 2, top}, Point{last.right() - 2, top}, to};
    canvas_.fill_polygon(corners, source.has_input ? Role::acts_pale : Role::ground);
  }
  canvas_.line({first.x + 2, top}, to, role, linked ? 2.0f : 1.0f);
  canvas_.line({last.right() - 2, top}, to, role, linked ? 2.0f : 1.0f);
}

// Writes the name of the warp above the cell, on the side where no line arrives.
void CombinationRows::name_warp(std::size_t row, const sim::CombinationWrite& write) {
  const auto sources = combination_.sources_of(write);
  if (sources.empty()) return;
  const std::string name = fmt::format("w{}", write.warp);
  const TextStyle style = bold_text(role_of(row, write), Align::left, kSmall);
  const float middle = centre(row, write.cell), width = canvas_.text_width(name, style);
  const bool from_left = std::ranges::any_of(sources, [&](const sim::CombinationSource& source) {
    return centre(source.row, source.cell) < middle - 1;
  });
  const float left = std::max(from_left ? middle + 4 : middle - width - 4, layout_.cells.x - 2);
  const Rect place{left, layout_.top(row) - 14, width, 12};
  canvas_.fill_rect({place.x - 1, place.y, place.width + 2, place.height}, Role::card, 2);
  text_at(canvas_, place.x, place.centre().y, name, style);
}

}  // namespace lockstep::gui
