#include "gui/figures/combination_layout.hpp"

#include <algorithm>
#include <cmath>

#include "gui/figures/drawing.hpp"

namespace lockstep::gui {
namespace {

using namespace drawing;

constexpr float kWidestPitch = 104;
constexpr float kCellHeight = 36;
constexpr float kStripHeight = 16;
constexpr float kLeastRowGap = 16, kRowGap = 34;
constexpr std::uint64_t kMeasured = 4096;  // cells looked at to find the widest value

std::size_t widest_value(const Combination& combination) {
  std::size_t widest = 1;
  std::uint64_t measured = 0;
  const auto measure = [&](std::uint64_t bits) {
    if (++measured <= kMeasured)
      widest = std::max(widest, format_value(bits, combination.object.type).size());
  };
  for (const CombinationRow& row : combination.rows) {
    for (const CombinationWrite& write : row.writes) measure(write.bits);
  }
  for (const CombinationCell& cell : combination.initial) {
    if (cell.present) measure(cell.bits);
  }
  return widest;
}

float automatic_pitch(const Combination& combination, float width) {
  const float value = static_cast<float>(widest_value(combination)) * 8 + 12;
  const float least = std::clamp(value, 44.0f, kWidestPitch);
  const auto elements = static_cast<float>(std::max<std::uint64_t>(1, combination.object.elements));
  // Somewhat narrower than it is comfortable, if that shows the object as a whole.
  if (elements * std::clamp(value, 36.0f, kWidestPitch) <= width)
    return std::min(width / elements, kWidestPitch);
  float count = std::max(1.0f, std::floor(width / least));
  count -= std::fmod(count, count >= 16 ? 8.0f : count >= 4 ? 4.0f : 1.0f);
  return width / count;
}

float label_width(const Canvas& canvas, const Combination& combination) {
  float width = 40;
  for (const CombinationRow& row : combination.rows)
    width = std::max(width, canvas.text_width(row.label, small_text(Role::ink)) + 14);
  return std::min(width, 132.0f);
}

void place_cells(CombinationLayout& layout, const Combination& combination, CombinationView& view) {
  const std::uint64_t elements = std::max<std::uint64_t>(1, combination.object.elements);
  const float whole = layout.cells.width / static_cast<float>(elements);
  layout.pitch = view.cell_pitch > 0
                     ? std::clamp(view.cell_pitch, std::min(whole, kWidestPitch), kWidestPitch)
                     : automatic_pitch(combination, layout.cells.width);
  if (view.cell_pitch > 0) view.cell_pitch = layout.pitch;
  layout.gap = layout.pitch >= 40 ? 6.0f : layout.pitch >= 14 ? 3.0f : layout.pitch >= 5 ? 1.0f : 0.0f;
  const double fits = layout.cells.width / layout.pitch;
  view.first_cell = std::clamp(view.first_cell, 0.0, std::max(0.0, static_cast<double>(elements) - fits));
  layout.offset = view.first_cell;
  layout.first = static_cast<std::uint64_t>(view.first_cell);
  layout.last = std::min(elements, static_cast<std::uint64_t>(std::ceil(view.first_cell + fits - 0.001)));
  view.drawn_pitch = layout.pitch;
  view.drawn_left = layout.cells.x;
}

void place_rows(CombinationLayout& layout, const Combination& combination, std::size_t begun,
                CombinationView& view) {
  layout.cell_height = layout.has_text() ? kCellHeight : kStripHeight;
  const std::size_t rows = combination.rows.size();
  const float least = layout.cell_height + kLeastRowGap, most = layout.cell_height + kRowGap + 14;
  const float room = layout.cells.height - layout.cell_height;
  const auto fitting = static_cast<std::size_t>(std::max(0.0f, std::floor(room / least))) + 1;
  const std::size_t shown = std::max<std::size_t>(1, std::min(rows, fitting));
  layout.row_pitch = shown > 1 ? std::clamp(room / static_cast<float>(shown - 1), least, most) : most;
  const std::size_t last_start = rows - std::min(rows, shown);
  if (view.first_row >= 0) {
    view.first_row = std::min(view.first_row, static_cast<float>(last_start));
    layout.first_row = static_cast<std::size_t>(view.first_row);
  } else {
    layout.first_row = std::min(last_start, begun > shown ? begun - shown : 0);
  }
  layout.last_row = std::min(begun, layout.first_row + shown);
}

}  // namespace

CombinationLayout place_combination(const Canvas& canvas, const Combination& combination, const Rect& body,
                                    std::size_t begun, CombinationView& view) {
  const float labels = label_width(canvas, combination);
  CombinationLayout layout;
  layout.cells = {body.x + labels, body.y + 4, body.width - labels - 4, body.height - kLegendHeight - 12};
  if (!layout.has_room()) return layout;
  place_cells(layout, combination, view);
  place_rows(layout, combination, begun, view);
  return layout;
}

float combination_height(const Combination& combination) {
  const auto rows = static_cast<float>(std::max<std::size_t>(1, combination.rows.size()));
  return kHeadingHeight + rows * (kCellHeight + kRowGap) - kRowGap + 14 + kLegendHeight;
}

}  // namespace lockstep::gui
