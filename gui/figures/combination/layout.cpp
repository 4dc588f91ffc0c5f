#include "gui/figures/combination/layout.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "gui/figures/tools/drawing.hpp"
#include "sim/figure_rows/relevant_cells.hpp"

namespace lockstep::gui {
namespace {

using namespace drawing;

constexpr float kWidestPitch = 104, kWidestLabel = 140;
constexpr float kCellHeight = 36;
constexpr float kStripHeight = 16;
constexpr float kLeastRowGap = 16, kRowGap = 34;
constexpr float kLowCell = 17, kLowestCell = 15, kLowRowGap = 8, kLowestRowGap = 5;  // in a whole figure
constexpr float kCloseCell = 34;      // height of a cell with a label if there is little space between rows
constexpr std::size_t kMaxStale = 4;  // stale reads that are always drawn

// Returns the minimum cell width for values without labels in a whole figure.
float least_whole_pitch(const sim::Combination& combination) {
  return std::clamp(static_cast<float>(combination.widest_value) * 8 + 7, 22.0f, kWidestPitch);
}

// Returns the cell width if the user has not zoomed. It is less than the comfortable width if all arrays
// then fit.
float automatic_pitch(const sim::Combination& combination, float width, bool whole) {
  const float value = static_cast<float>(combination.widest_value) * 8 + 12;
  const auto cells = static_cast<float>(combination.max_cells);
  if (cells * std::clamp(value, 36.0f, kWidestPitch) <= width) return std::min(width / cells, kWidestPitch);
  // Rows in which all cells are visible and aligned are more informative than wide cells.
  if (cells * least_whole_pitch(combination) <= width) return width / cells;
  // Some cells are hidden. In a whole figure, cells need no room for labels, so they are narrow and few
  // are hidden.
  return whole ? std::max(least_whole_pitch(combination), 36.0f)
               : std::clamp(value + 12, 54.0f, kWidestPitch);
}

float label_width(const Canvas& canvas, const sim::Combination& combination) {
  float width = 40;
  for (std::size_t row = 0; row < combination.rows.size(); ++row) {
    const TextStyle style = small_text(Role::ink);
    width = std::max(width, canvas.text_width(combination.rows[row].label, style) + 14);
    const sim::CombinationArray& array = combination.array_of(row);
    width = std::max(width, canvas.text_width(array.name + array.part, style) + 20);
  }
  return std::min(width, kWidestLabel);
}

// Returns the cells that must be drawn if possible, for each size of array. Arrays of equal size show the
// same cells, so that corresponding cells are aligned vertically. The arrays contribute their relevant cells
// in turn.
std::map<std::uint64_t, std::vector<std::uint64_t>> wanted_cells(const sim::Combination& combination,
                                                                 const CombinationFocus& focus) {
  const auto relevant =
      sim::relevant_cells(combination, combination.rows[focus.row].launch, focus.running.group);
  std::map<std::uint64_t, std::vector<std::uint64_t>> wanted;
  for (const sim::CombinationArray& array : combination.arrays) {
    for (const CellId& cell : focus.drawn)
      if (const auto index = array.object.index_of(cell))
        wanted[array.cells()].push_back(
            array.object.is_local ? focus.running.group * array.object.elements + *index : *index);
  }
  for (std::size_t i = 0; i < std::min(combination.stale_reads.size(), kMaxStale); ++i) {
    const sim::StaleRead& read = combination.stale_reads[i];
    wanted[combination.array_of(read.row).cells()].push_back(read.cell);
    wanted[combination.array_of(read.used_row).cells()].push_back(read.used_cell);
  }
  std::size_t longest = 0;
  for (const auto& cells : relevant) longest = std::max(longest, cells.size());
  for (std::size_t i = 0; i < longest; ++i) {
    for (std::size_t array = 0; array < relevant.size(); ++array)
      if (i < relevant[array].size()) wanted[combination.arrays[array].cells()].push_back(relevant[array][i]);
  }
  return wanted;
}

// Scrolls the zoomed view to the active cells if the new step acts outside the visible part.
void keep_in_view(CombinationView& view, const CombinationFocus& focus, double fits, double most) {
  if (!focus.acting || !view.followed || view.followed == focus.position) return;
  const auto first = static_cast<double>(focus.acting->first),
             end = static_cast<double>(focus.acting->last) + 1;
  if (first >= view.first_cell && end <= view.first_cell + fits) return;
  const double middle = end - first <= fits ? (first + end - fits) / 2 : first;
  view.first_cell = std::clamp(middle, 0.0, most);
}

// The cells of an array that this step has written, and a list in which each of these cells is followed by
// its source cells in the same array.
struct WrittenCells {
  std::set<std::uint64_t> written;
  std::vector<std::uint64_t> with_sources;
};

WrittenCells written_cells(const sim::Combination& combination, const CombinationFocus& focus,
                           std::uint32_t array) {
  WrittenCells cells;
  if (combination.rows[focus.row].array != array) return cells;
  for (const sim::CombinationWrite& write : combination.rows[focus.row].writes) {
    if (!focus.changed.contains({array, write.cell})) continue;
    cells.written.insert(write.cell);
    cells.with_sources.push_back(write.cell);
    for (const sim::CombinationSource& source : combination.sources_of(write))
      if (combination.rows[source.row].array == array) cells.with_sources.push_back(source.cell);
  }
  return cells;
}

std::set<std::uint64_t> touched_cells(const CombinationFocus& focus, std::uint32_t array) {
  std::set<std::uint64_t> cells;
  for (auto it = focus.touched.lower_bound({array, 0}); it != focus.touched.end() && it->first == array; ++it)
    cells.insert(it->second);
  return cells;
}

// If all active cells of an array are hidden, shows these cells instead of the usual ones. Arrays of equal
// size then show the same cells.
void show_acting(CombinationLayout& layout, const sim::Combination& combination,
                 const CombinationFocus& focus) {
  for (std::uint32_t array = 0; array < combination.arrays.size(); ++array) {
    const auto are_hidden = [&](const std::set<std::uint64_t>& cells) {
      return !cells.empty() && std::ranges::none_of(cells, [&](std::uint64_t cell) {
        return layout.columns[array].shows(cell);
      });
    };
    const WrittenCells written = written_cells(combination, focus, array);
    const std::set<std::uint64_t> touched = touched_cells(focus, array);
    const bool shows_written = are_hidden(written.written);
    if (!shows_written && (!written.written.empty() || !are_hidden(touched))) continue;
    const std::vector<std::uint64_t> shown =
        shows_written ? written.with_sources : std::vector(touched.begin(), touched.end());
    const std::uint64_t cells = combination.arrays[array].cells();
    const Columns columns = folded_columns(cells, shown, layout.pitch, layout.cells.width, shown.front());
    for (std::uint32_t other = 0; other < combination.arrays.size(); ++other)
      if (combination.arrays[other].cells() == cells) layout.columns[other] = columns;
  }
}

void place_cells(CombinationLayout& layout, const sim::Combination& combination,
                 const CombinationFocus& focus, CombinationView& view) {
  const float whole = layout.cells.width / static_cast<float>(combination.max_cells);
  const bool zoomed = view.cell_pitch > 0;
  layout.pitch = zoomed ? std::clamp(view.cell_pitch, std::min(whole, kWidestPitch), kWidestPitch)
                        : automatic_pitch(combination, layout.cells.width, focus.whole);
  if (!zoomed && whole >= least_whole_pitch(combination))
    layout.least_text_pitch = std::min(layout.least_text_pitch, least_whole_pitch(combination));
  if (focus.whole) {
    // In some fonts and sizes, labels are slightly wider than assumed by whole_combination_size().
    constexpr float tolerance = 0.5f;
    layout.least_text_pitch = std::min(layout.least_text_pitch, least_whole_pitch(combination) - tolerance);
    if (!zoomed && (whole >= layout.least_text_pitch || focus.all_cells))
      layout.pitch = std::min(whole, kWidestPitch);
  }
  layout.gap = layout.pitch >= 40 ? 6.0f : layout.pitch >= 14 ? 3.0f : layout.pitch >= 5 ? 1.0f : 0.0f;
  const double fits = layout.cells.width / layout.pitch;
  if (zoomed) view.cell_pitch = layout.pitch;
  const double most = static_cast<double>(combination.max_cells) - fits;
  view.first_cell = zoomed ? std::clamp(view.first_cell, 0.0, std::max(0.0, most)) : 0.0;
  if (zoomed) keep_in_view(view, focus, fits, std::max(0.0, most));
  view.followed = focus.position;
  view.drawn_pitch = layout.pitch;
  view.drawn_left = layout.cells.x;
  view.drawn_width = layout.cells.width;
  view.drawn_acting = focus.acting;

  std::map<std::uint64_t, std::vector<std::uint64_t>> wanted;
  for (std::uint32_t array = 0; array < combination.arrays.size(); ++array) {
    const sim::CombinationArray& entry = combination.arrays[array];
    if (zoomed || static_cast<double>(entry.cells()) <= fits + 0.01) {
      layout.columns.push_back(
          scrolled_columns(entry.cells(), view.first_cell, layout.pitch, layout.cells.width));
      continue;
    }
    if (wanted.empty()) wanted = wanted_cells(combination, focus);
    layout.columns.push_back(
        folded_columns(entry.cells(), wanted[entry.cells()], layout.pitch, layout.cells.width));
  }
  if (!zoomed) show_acting(layout, combination, focus);
}

struct RowHeights {
  float cell = kCellHeight, gap = kLeastRowGap;
};

// Returns the heights of the rows in the smallest whole figure. The cell of a stale read shows two values
// below each other: the value that was read and the newer value.
RowHeights least_whole_heights(const sim::Combination& combination) {
  return combination.stale_reads.empty() ? RowHeights{kLowCell, kLowRowGap}
                                         : RowHeights{kCloseCell, kLowRowGap};
}

// Returns the most comfortable heights at which this number of rows fits.
RowHeights row_heights(const CombinationLayout& layout, std::size_t rows, const CombinationFocus& focus,
                       const sim::Combination& combination) {
  const bool has_text = layout.has_text();
  const RowHeights comfortable{has_text ? kCellHeight : kStripHeight, kLeastRowGap};
  if (!focus.whole && !focus.all_begun) return comfortable;
  const float low = has_text ? kLowCell : kStripHeight;
  std::vector<RowHeights> heights{comfortable};
  if (has_text && (focus.all_begun || !combination.stale_reads.empty()))
    heights.push_back({kCloseCell, kLowRowGap});
  heights.insert(heights.end(), {{low, kLeastRowGap}, {low, kLowRowGap}, {kLowestCell, kLowestRowGap}});
  for (const RowHeights& one : heights)
    if (static_cast<float>(rows) * (one.cell + one.gap) - one.gap <= layout.cells.height + 0.5f) return one;
  return focus.all_begun ? RowHeights{low, kLowRowGap} : heights.back();
}

// Returns all rows in order of priority: the latest row, the lowest row that used a stale value, the first
// row, the rows of the first stale read, the last and the first row of each phase, and the other rows from
// bottom to top. A phase is a run of rows of one array in one launch.
std::vector<std::size_t> rows_by_weight(const sim::Combination& combination, const CombinationFocus& focus) {
  std::vector<std::size_t> rows{focus.row, focus.lowest, 0};
  if (!combination.stale_reads.empty())
    rows.insert(rows.end(), {combination.stale_reads.front().row, combination.stale_reads.front().used_row});
  const auto is_phase = [&](std::size_t above, std::size_t below) {
    const sim::CombinationRow &a = combination.rows[above], &b = combination.rows[below];
    return a.array != b.array || a.launch != b.launch;
  };
  for (std::size_t row = focus.begun; row-- > 0;)
    if (row + 1 == focus.begun || is_phase(row, row + 1)) rows.push_back(row);
  for (std::size_t row = focus.begun; row-- > 1;)
    if (is_phase(row - 1, row)) rows.push_back(row);
  for (std::size_t row = focus.begun; row-- > 0;) rows.push_back(row);
  return rows;
}

// Returns the `fitting` most important rows, in their order in the figure.
std::vector<std::size_t> weightiest_rows(const sim::Combination& combination, const CombinationFocus& focus,
                                         std::size_t fitting) {
  std::set<std::size_t> rows;
  for (const std::size_t row : rows_by_weight(combination, focus))
    if (rows.size() < fitting && row < focus.begun) rows.insert(row);
  return {rows.begin(), rows.end()};
}

void place_rows(CombinationLayout& layout, const sim::Combination& combination, const CombinationFocus& focus,
                CombinationView& view) {
  const std::size_t rows = focus.only_begun ? focus.begun : combination.rows.size();
  const auto [cell, gap] = row_heights(layout, focus.all_begun ? focus.begun : rows, focus, combination);
  layout.cell_height = cell;
  const float least = layout.cell_height + gap, most = layout.cell_height + kRowGap + 14;
  const float room = layout.cells.height - layout.cell_height;
  const auto fitting = static_cast<std::size_t>(std::max(0.0f, std::floor(room / least))) + 1;
  const std::size_t shown = std::max<std::size_t>(1, std::min(rows, fitting));
  layout.row_pitch = shown > 1 ? std::clamp(room / static_cast<float>(shown - 1), least, most) : most;
  const std::size_t last_start = rows - std::min(rows, shown);
  std::size_t first = 0;
  if (view.first_row >= 0) {
    // Rows that have not begun are not drawn; the last row that has begun stays in view.
    const std::size_t last_begun_start = focus.begun - std::min(focus.begun, shown);
    view.first_row = std::min(view.first_row, static_cast<float>(last_begun_start));
    first = static_cast<std::size_t>(view.first_row);
  } else {
    first = std::min(last_start, focus.lowest + 1 > shown ? focus.lowest + 1 - shown : 0);
  }
  if (focus.all_begun && view.first_row < 0 && focus.begun > shown)
    layout.rows = weightiest_rows(combination, focus, shown);
  else
    for (std::size_t row = first; row < std::min(focus.begun, first + shown); ++row)
      layout.rows.push_back(row);
  view.drawn_row_pitch = layout.row_pitch;
  view.drawn_first_row = static_cast<float>(first);
}

}  // namespace

CombinationLayout place_combination(const Canvas& canvas, const sim::Combination& combination,
                                    const Rect& body, const CombinationFocus& focus, CombinationView& view) {
  const float labels = label_width(canvas, combination);
  CombinationLayout layout;
  layout.cells = {body.x + labels, body.y + 4, body.width - labels - 4, body.height - kLegendHeight - 12};
  if (!layout.has_room() || combination.rows.empty()) return layout;
  place_cells(layout, combination, focus, view);
  place_rows(layout, combination, focus, view);
  return layout;
}

FigureSize whole_combination_size(const Canvas& canvas, const sim::Combination& combination) {
  const auto cells = static_cast<float>(std::min<std::uint64_t>(combination.max_cells, 64));
  const auto rows = static_cast<float>(std::max<std::size_t>(1, combination.rows.size()));
  const RowHeights row = least_whole_heights(combination);
  return {label_width(canvas, combination) + 4 + cells * least_whole_pitch(combination) + 1,
          kHeadingHeight + overview_height(combination) + rows * (row.cell + row.gap) - row.gap + 12 +
              kLegendHeight + 1};
}

float combination_height(const sim::Combination& combination, std::size_t rows) {
  const auto count = static_cast<float>(std::max<std::size_t>(1, rows));
  return kHeadingHeight + overview_height(combination) + count * (kCellHeight + kRowGap) - kRowGap + 14 +
         kLegendHeight;
}

float begun_combination_height(const sim::Combination& combination, std::uint64_t position) {
  const auto rows = static_cast<float>(std::max<std::size_t>(1, combination.rows_at(position)));
  return kHeadingHeight + overview_height(combination) + rows * (kLowCell + kLowRowGap) - kLowRowGap + 13 +
         kLegendHeight;
}

float combination_height(const sim::Combination& combination) {
  return combination_height(combination, combination.rows.size());
}

}  // namespace lockstep::gui
