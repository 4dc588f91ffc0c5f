#include "gui/figures/lab/element_uses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/text/text.hpp"
#include "gui/canvas/label_row.hpp"
#include "gui/figures/tools/drawing.hpp"

namespace lockstep::gui {

using namespace drawing;

namespace {

constexpr float kTop = 28, kBars = 96, kLowestBars = 44, kLabels = 24, kLegend = 26, kWidestCell = 44,
                kTallestMatrix = 460, kLabelGap = 4;

bool is_row(const lab::ElementUses& uses) { return uses.uses.size() == uses.columns; }

float cell_side(const lab::ElementUses& uses, float width) {
  const float side = std::min(width / static_cast<float>(uses.columns), kWidestCell);
  return is_row(uses) ? side : std::min(side, kTallestMatrix / static_cast<float>(uses.columns));
}

bool in_halo(const lab::ElementUses& uses, std::uint64_t place) {
  return place < uses.halo || place + uses.halo >= uses.columns;
}

std::uint64_t most_uses(const lab::ElementUses& uses) { return *std::ranges::max_element(uses.uses); }

std::string times_text(std::uint64_t uses) { return fmt::format("{} ×", uses); }

void draw_bar(Canvas& canvas, const Rect& column, std::uint64_t uses, std::uint64_t most, bool halo,
              bool labelled) {
  const float height =
      column.height * static_cast<float>(uses) / static_cast<float>(std::max<std::uint64_t>(1, most));
  const float inset = column.width > 6 ? 1.5f : 0.3f;
  const Rect bar{column.x + inset, column.bottom() - height, column.width - 2 * inset, height};
  canvas.fill_rect(bar, halo ? Role::costs_pale : Role::acted, 2);
  if (halo) canvas.hatch_rect(bar, Role::costs, 5);
  if (labelled)
    text_at(canvas, column.centre().x, bar.y - 9, times_text(uses), small_text(Role::ink, Align::centre));
}

void draw_row(Canvas& canvas, const Rect& area, const lab::ElementUses& uses) {
  const float side = cell_side(uses, area.width);
  const float bars = std::clamp(area.height - kTop - kLabels - kLegend, kLowestBars, kBars);
  const float bottom = area.y + kTop + bars;
  LabelRow names;
  std::vector<RowLabel> times;
  for (std::uint64_t i = 0; i < uses.columns; ++i) {
    const float centre = area.x + (static_cast<float>(i) + 0.5f) * side;
    names.add(fmt::format("in[{}]", uses.first + i), centre);
    times.push_back(centred_label(canvas, times_text(uses.uses[i]), small_text(Role::ink), centre));
  }
  const std::size_t stride = label_stride(times, kLabelGap);
  for (std::uint64_t i = 0; i < uses.columns; ++i) {
    const Rect column{area.x + static_cast<float>(i) * side, area.y + kTop + 16, side, bars - 16};
    draw_bar(canvas, column, uses.uses[i], most_uses(uses), in_halo(uses, i), shows_label(stride, i));
  }
  draw_labels(canvas, names, bottom + kLabels / 2, small_text(Role::second_ink), kLabelGap);
  canvas.line({area.x, bottom}, {area.x + side * static_cast<float>(uses.columns), bottom}, Role::line);
}

// Returns the side of a matrix cell. Cells are smaller if the matrix would otherwise be too high for
// the area.
float matrix_side(const lab::ElementUses& uses, const Rect& area) {
  const float rows = static_cast<float>(uses.uses.size()) / static_cast<float>(uses.columns);
  return std::min(cell_side(uses, area.width), std::max(1.0f, area.height - kTop - kLegend - 8) / rows);
}

// Draws a square in each cell. The area of the square is proportional to the number of uses of the element.
void draw_matrix(Canvas& canvas, const Rect& area, const lab::ElementUses& uses) {
  const float side = matrix_side(uses, area);
  const auto most = static_cast<float>(std::max<std::uint64_t>(1, most_uses(uses)));
  for (std::size_t i = 0; i < uses.uses.size(); ++i) {
    const std::uint64_t x = i % uses.columns, y = i / uses.columns;
    const Rect cell{area.x + static_cast<float>(x) * side, area.y + kTop + static_cast<float>(y) * side, side,
                    side};
    const bool halo = in_halo(uses, x) || in_halo(uses, y);
    const float inner = std::max(1.0f, (side - 2) * std::sqrt(static_cast<float>(uses.uses[i]) / most));
    const Rect square{cell.centre().x - inner / 2, cell.centre().y - inner / 2, inner, inner};
    canvas.fill_rect(square, halo ? Role::costs_pale : Role::acted, 1);
    if (halo && inner > 6) canvas.hatch_rect(square, Role::costs, 5);
    if (side >= 24)
      text_at(canvas, cell.centre().x, cell.centre().y, fmt::format("{}", uses.uses[i]),
              small_text(Role::ink, Align::centre));
  }
  const float inset = side * static_cast<float>(uses.halo);
  const float whole = side * static_cast<float>(uses.columns);
  canvas.stroke_rect({area.x + inset, area.y + kTop + inset, whole - 2 * inset, whole - 2 * inset},
                     Role::acts, 2, 2);
}

}  // namespace

float element_uses_height(const lab::ElementUses& uses, float width) {
  const float rows = static_cast<float>(uses.uses.size()) / static_cast<float>(uses.columns);
  const float picture = is_row(uses) ? kBars + kLabels : rows * cell_side(uses, width) + 8;
  return kTop + picture + kLegend;
}

void draw_element_uses(Canvas& canvas, const Rect& area, const lab::ElementUses& uses) {
  heading(canvas, area, {uses.title, {}, plural(uses.uses.size(), "element"), Role::second_ink});
  if (is_row(uses))
    draw_row(canvas, area, uses);
  else
    draw_matrix(canvas, area, uses);
  const std::array<LegendEntry, 2> entries{
      LegendEntry{Swatch::filled, Role::acted, "of the tile itself"},
      LegendEntry{Swatch::hatched, Role::costs, "halo, of its neighbours"}};
  const float top = area.y + std::min(area.height, element_uses_height(uses, area.width)) - kLegend + 4;
  legend(canvas, {area.x, top, area.width, kLegendHeight}, entries);
}

}  // namespace lockstep::gui
