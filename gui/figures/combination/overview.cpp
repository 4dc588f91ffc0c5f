#include "gui/figures/combination/overview.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/base/text/text.hpp"
#include "gui/figures/tools/drawing.hpp"

namespace lockstep::gui {
namespace {

using namespace drawing;

constexpr float kOverviewStrip = 12;
constexpr float kLeastMark = 2;  // px, minimum width of a mark, so that a single cell is visible

// The pixel columns of a strip that contain at least one marked cell.
class MarkedPixels {
 public:
  MarkedPixels(const Rect& strip, std::uint64_t cells)
      : strip_(strip),
        scale_(strip.width / static_cast<float>(cells)),
        marked_(static_cast<std::size_t>(strip.width) + 1) {}

  void add(std::uint64_t cell) {
    const float left = static_cast<float>(cell) * scale_;
    const auto first = static_cast<std::size_t>(left);
    const auto last = static_cast<std::size_t>(std::max(left + kLeastMark, left + scale_) - 0.01f);
    for (std::size_t x = first; x <= last && x < marked_.size(); ++x) marked_[x] = true;
  }

  // Adjacent marked pixels are drawn as one rectangle.
  void fill(Canvas& canvas, float top, float height, Role role) const {
    for (std::size_t x = 0; x < marked_.size();) {
      const std::size_t begin = x;
      while (x < marked_.size() && marked_[x]) ++x;
      const float left = strip_.x + static_cast<float>(begin);
      const float width = std::min(static_cast<float>(x - begin), strip_.right() - left);
      if (width > 0) canvas.fill_rect({left, top, width, height}, role);
      if (x == begin) ++x;
    }
  }

 private:
  const Rect strip_;
  const float scale_;
  std::vector<bool> marked_;
};

bool is_large(const sim::CombinationArray& array, const sim::Combination& combination) {
  return array.cells() * 2 >= combination.max_cells;
}

// Maps a cell of an array to the corresponding cell of the largest array. If a local array is smaller, each
// work-group has an equal part of the strip.
std::optional<std::uint64_t> place_in_strip(const sim::Combination& combination, std::uint32_t number,
                                            std::uint64_t cell) {
  const sim::CombinationArray& array = combination.arrays[number];
  if (is_large(array, combination)) return cell;
  if (!array.object.is_local || array.groups < 2) return std::nullopt;
  return cell * combination.max_cells / array.cells();
}

// Marks all cells that have been written in the row of the latest store. The stores of this step are marked
// in the upper half of the strip, and the cells that are touched next in the lower half.
void draw_marks(Canvas& canvas, const Rect& strip, const sim::Combination& combination,
                const CombinationFrame& frame, const CombinationFocus& focus) {
  MarkedPixels written(strip, combination.max_cells), changed(strip, combination.max_cells),
      touched(strip, combination.max_cells);
  const std::uint32_t latest = combination.rows[focus.row].array;
  const auto add = [&](MarkedPixels& pixels, std::uint32_t array, std::uint64_t cell) {
    if (const auto place = place_in_strip(combination, array, cell)) pixels.add(*place);
  };
  for (const sim::CombinationWrite& write : combination.rows[focus.row].writes) {
    if (write.position >= frame.position) continue;
    add(written, latest, write.cell);
    if (is_changed(frame, write)) add(changed, latest, write.cell);
  }
  for (const auto& [array, cell] : focus.touched) add(touched, array, cell);
  written.fill(canvas, strip.y, strip.height, Role::acts_pale);
  changed.fill(canvas, strip.y, strip.height / 2, Role::changed);
  touched.fill(canvas, strip.y + strip.height / 2, strip.height / 2, Role::acts);
}

// Draws a frame around each run of visible cells.
void draw_visible(Canvas& canvas, const Rect& strip, const sim::Combination& combination,
                  const CombinationLayout& layout) {
  const float scale = strip.width / static_cast<float>(combination.max_cells);
  std::vector<ColumnRun> drawn;
  for (const std::size_t row : layout.rows) {
    if (!is_large(combination.array_of(row), combination)) continue;
    for (const ColumnRun& run : layout.columns[combination.rows[row].array].runs) {
      if (std::ranges::find(drawn, run) != drawn.end()) continue;
      drawn.push_back(run);
      const float left = strip.x + static_cast<float>(run.first) * scale;
      const float width = std::max(3.0f, static_cast<float>(run.last - run.first) * scale);
      canvas.stroke_rect({left - 1, strip.y - 3, width + 2, strip.height + 6}, Role::ink, 1.5f, 2);
    }
  }
}

}  // namespace

void draw_overview(Canvas& canvas, const Rect& area, const sim::Combination& combination,
                   const CombinationFrame& frame, const CombinationLayout& layout,
                   const CombinationFocus& focus, CombinationView& view, const Pointer& pointer,
                   FigureOutput& output) {
  const Rect strip{layout.cells.x, area.y + 5, layout.cells.width, kOverviewStrip};
  view.drawn_overview = strip;
  view.overview_cells = combination.max_cells;
  const TextStyle style = small_text(Role::second_ink);
  const std::string count = count_text(combination.max_cells), words = count + " cells";
  const float room = strip.x - area.x - 8;
  const bool has_room = canvas.text_width(words, style) <= room;
  text_at(canvas, area.x, strip.centre().y, has_room ? words : fit_text(canvas, count, style, room), style);
  canvas.fill_rect(strip, Role::ground, 2);
  draw_marks(canvas, strip, combination, frame, focus);
  canvas.stroke_rect(strip, Role::line, 1, 2);
  draw_visible(canvas, strip, combination, layout);
  if (!pointer.inside || !strip.contains(pointer.at)) return;
  output.tooltip = fmt::format(
      "All {} cells. Framed: the visible ones. Yellow, above: written in this step. Blue, below: touched "
      "next.\nClick or drag: move the visible part",
      count_text(combination.max_cells));
}

void show_overview_place(CombinationView& view, float at_x) {
  const Rect& strip = view.drawn_overview;
  if (strip.width <= 0 || view.drawn_pitch <= 0) return;
  const double share = std::clamp(static_cast<double>((at_x - strip.x) / strip.width), 0.0, 1.0);
  const double visible = static_cast<double>(view.drawn_width) / view.drawn_pitch;
  view.cell_pitch = view.drawn_pitch;
  view.first_cell = std::max(0.0, share * static_cast<double>(view.overview_cells) - visible / 2);
}

}  // namespace lockstep::gui
