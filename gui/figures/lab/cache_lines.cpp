#include "gui/figures/lab/cache_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/base/text/text.hpp"
#include "gui/canvas/label_row.hpp"
#include "gui/figures/tools/drawing.hpp"

namespace lockstep::gui {

using namespace drawing;

namespace {

constexpr float kLinesHead = 28, kLineNames = 20, kLoadRow = 20, kLoadNames = 110, kLinesLegend = 26;
constexpr float kWidestLine = 220, kLineLabelGap = 8;
constexpr float kBesideLines = 36;  // for the name of the last line, which may be wider than its cell

// The cells of the lines in a row.
struct LineCells {
  float left = 0, width = 0;  // of one line, with the gap to the next line
  Rect cell(std::size_t line, float y) const {
    const float gap = width > 12 ? 4.0f : 1.0f;
    return {left + static_cast<float>(line) * width, y + 2, width - gap, kLoadRow - 4};
  }
};

bool has(const std::vector<std::uint64_t>& lines, std::uint64_t line) {
  return std::ranges::find(lines, line) != lines.end();
}

// Draws a bar over the requested elements of a line.
void draw_requested(Canvas& canvas, const Rect& cell, const lab::CacheLines& shown,
                    const lab::CacheLines::Load& load, std::uint64_t line) {
  const float each = cell.width / static_cast<float>(shown.line_elements);
  std::vector<bool> requested(shown.line_elements);
  for (const std::uint64_t element : load.elements)
    if (element / shown.line_elements == line) requested[element % shown.line_elements] = true;
  for (std::size_t i = 0; i < requested.size();) {
    std::size_t end = i;
    while (end < requested.size() && requested[end]) ++end;
    if (end > i)
      canvas.fill_rect({cell.x + each * static_cast<float>(i), cell.y + 4,
                        std::max(1.0f, each * static_cast<float>(end - i)), cell.height - 8},
                       Role::acts, 1);
    i = std::max(end, i + 1);
  }
}

void draw_line(Canvas& canvas, const Rect& cell, const lab::CacheLines& shown,
               const lab::CacheLines::Load& load, std::uint64_t line) {
  if (!has(load.lines, line)) return canvas.stroke_rect(cell, Role::line, 1, 2);
  const bool is_loaded = has(load.loaded, line);
  canvas.fill_rect(cell, is_loaded ? Role::costs_pale : Role::acts_pale, 2);
  draw_requested(canvas, cell, shown, load, line);
  canvas.stroke_rect(cell, is_loaded ? Role::costs : Role::acted, is_loaded ? 2.0f : 1.0f, 2);
}

void draw_line_names(Canvas& canvas, const LineCells& cells, float y, const lab::CacheLines& shown) {
  LabelRow names;
  for (std::uint64_t i = 0; i < shown.count; ++i) {
    const std::uint64_t begin = (shown.first + i) * shown.line_elements;
    names.add(fmt::format("in[{}..{}]", begin, begin + shown.line_elements - 1), cells.cell(i, y).centre().x);
  }
  draw_labels(canvas, names, y + kLineNames / 2, small_text(Role::second_ink), kLineLabelGap);
}

}  // namespace

float cache_lines_height(const lab::CacheLines& shown) {
  return kLinesHead + kLineNames + kLoadRow * static_cast<float>(shown.loads.size()) + kLinesLegend;
}

void draw_cache_lines(Canvas& canvas, const Rect& area, const lab::CacheLines& shown) {
  heading(canvas, area, {shown.title, {}, plural(shown.count, "cache line"), Role::second_ink});
  if (shown.count == 0) return;
  const float room_of_lines = area.width - kLoadNames - kBesideLines;
  const LineCells cells{area.x + kLoadNames,
                        std::min(kWidestLine, room_of_lines / static_cast<float>(shown.count))};
  draw_line_names(canvas, cells, area.y + kLinesHead, shown);
  const float room = area.height - kLinesHead - kLineNames - kLinesLegend;
  const auto rows =
      std::min(shown.loads.size(), static_cast<std::size_t>(std::max(0.0f, std::floor(room / kLoadRow))));
  float y = area.y + kLinesHead + kLineNames;
  for (std::size_t i = 0; i < rows; ++i, y += kLoadRow) {
    const lab::CacheLines::Load& load = shown.loads[i];
    text_at(canvas, area.x, y + kLoadRow / 2, load.name, small_text(Role::ink));
    for (std::uint64_t line = 0; line < shown.count; ++line)
      draw_line(canvas, cells.cell(line, y), shown, load, shown.first + line);
  }
  const std::array<LegendEntry, 3> entries{
      LegendEntry{Swatch::filled, Role::acts, "requested by lanes"},
      LegendEntry{Swatch::outline, Role::costs, "line loaded now"},
      LegendEntry{Swatch::outline, Role::acted, "line found in the cache"}};
  legend(canvas, {area.x, y + 4, area.width, kLegendHeight}, entries);
}

}  // namespace lockstep::gui
