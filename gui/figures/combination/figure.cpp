// Draws the combination figure: heading, rows, footer and tooltip.
#include "gui/figures/combination/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/text/text.hpp"
#include "gui/figures/combination/draw_rows.hpp"
#include "gui/figures/combination/overview.hpp"
#include "gui/figures/tools/drawing.hpp"
#include "sim/figure_rows/stale_reads.hpp"

namespace lockstep::gui {
namespace {

using namespace drawing;

// Describes the last written row: "step 3 of 4 · s = 4". If the run combines values, only rows that combine
// values count as steps; otherwise every row after the initial rows is a step. A row that is not a step is
// described by the step before it: "after step 4 of 4 · level 1". If the number of drawn steps differs from
// the number T of the counters, because a row contains several successive applications of the operator, the
// words are "drawn step 9 of 9".
std::string progress_words(const sim::Trace& trace, const sim::Combination& combination,
                           const CombinationFocus& focus, bool hides_rest) {
  const bool combines = std::ranges::any_of(combination.rows, &sim::CombinationRow::applies);
  const auto is_step = [&](const sim::CombinationRow& row) { return combines ? row.applies : !row.initial; };
  std::uint64_t steps = 0, current = 0;
  for (std::size_t i = 0; i < combination.rows.size(); ++i) {
    if (!is_step(combination.rows[i])) continue;
    ++steps;
    if (i <= focus.row) current = steps;
  }
  if (current == 0)
    return steps > 0 && !hides_rest
               ? fmt::format("{} {}", plural(steps, "step"), steps == 1 ? "remains" : "remain")
               : std::string();
  const sim::CombinationRow& row = combination.rows[focus.row];
  const std::string_view drawn = combines && trace.counted().total.steps != steps ? "drawn " : "";
  const std::string step = fmt::format("{}{}step {}{}", is_step(row) ? "" : "after ", drawn, current,
                                       hides_rest ? "" : fmt::format(" of {}", steps));
  return row.label.starts_with("step ") || row.label.empty() ? step : step + " · " + row.label;
}

std::string title_words(const sim::Trace& trace, const sim::Combination& combination,
                        const CombinationFocus& focus) {
  const sim::CombinationArray& array = combination.array_of(focus.row);
  std::string words = array.of_registers ? "values in registers"
                                         : fmt::format("{} · {} memory", array.name,
                                                       array.object.is_local ? "local" : "global");
  if (focus.running.launch >= trace.plan().launches.size()) return words;
  const std::uint64_t groups = trace.plan().launches[focus.running.launch].range.group_count();
  if (groups > 1) words += fmt::format(" · work-group {} (of {})", focus.running.group, groups);
  return words;
}

// Describes the visible part of the widest array and of the rows; empty if everything is visible.
std::string window_words(const sim::Combination& combination, const CombinationLayout& layout,
                         std::size_t begun) {
  std::string words;
  for (const std::size_t row : layout.rows) {
    if (!words.empty()) break;
    const std::uint64_t cells = combination.array_of(row).cells();
    const Columns& columns = layout.columns[combination.rows[row].array];
    if (cells != combination.max_cells || columns.shown() >= cells) continue;
    words = columns.runs.size() == 1 && columns.runs[0].first > 0
                ? fmt::format("cells {} to {} of {}", columns.runs[0].first, columns.runs[0].last - 1, cells)
                : fmt::format("{} of {} cells", columns.shown(), cells);
  }
  const std::size_t rows = layout.rows.size();
  if (rows < begun && rows > 0) {
    const std::size_t first = layout.rows.front() + 1, last = layout.rows.back() + 1;
    if (!words.empty()) words += " · ";
    words += rows == 1                 ? fmt::format("row {} of {}", last, begun)
             : last - first + 1 > rows ? fmt::format("{} of {} rows", rows, begun)
                                       : fmt::format("rows {} to {} of {}", first, last, begun);
  }
  return words;
}

std::string source_words(const sim::Combination& combination, const sim::CombinationWrite& write) {
  std::string text;
  const auto sources = combination.sources_of(write);
  for (std::size_t i = 0; i < std::min<std::size_t>(sources.size(), 8); ++i) {
    const sim::CombinationSource& source = sources[i];
    const sim::CombinationArray& array = combination.array_of(source.row);
    const std::uint64_t first = array.index_of(source.cell);
    text += fmt::format("{} {}[{}{}]", i == 0 ? " from" : ",", array.name, first,
                        source.count > 1 ? fmt::format("..{}", first + source.count - 1) : std::string());
    if (source.is_stale())
      text += fmt::format(" (stale: {})",
                          sim::format_value(combination.value_read(source).bits, array.object.type));
  }
  return text;
}

// Describes the stale reads whose source is this cell, or whose value was stored in this cell.
std::string stale_notes(const sim::Trace& trace, const sim::Combination& combination, std::size_t row,
                        std::uint64_t cell, std::uint64_t position) {
  std::string text;
  std::size_t notes = 0;
  for (const sim::StaleRead& read : combination.stale_reads) {
    const bool here = read.row == row && read.cell == cell;
    const bool used_here = read.used_row == row && read.used_cell == cell;
    if (read.used >= position || (!here && !used_here) || ++notes > 3) continue;
    text += "\nstale read (data race): " + sim::stale_words(trace, combination, read, position);
  }
  return text;
}

std::string cell_tooltip(const sim::Trace& trace, const sim::Combination& combination, std::size_t row,
                         std::uint64_t cell, const CombinationFrame& frame) {
  const std::uint64_t position = frame.position;
  const sim::CombinationArray& array = combination.array_of(row);
  const bool is_local = array.object.is_local;
  const std::uint64_t index = array.index_of(cell);
  std::string name = array.of_registers ? fmt::format("value of work-item {}", index)
                                        : fmt::format("{}[{}]", array.name, index);
  if (is_local && array.groups > 1) name += fmt::format(" of work-group {}", array.group_of(cell));
  const sim::CombinationCell value = combination.cell_at(row, cell, position);
  if (!value.present || !combination.reached(row, cell, position)) return name + ": not written yet";
  std::string text = fmt::format("{} = {}", name, sim::format_value(value.bits, array.object.type));
  const std::string label = trace.provenance().label(value.provenance);
  if (!frame.hides_labels) text += label.empty() ? "\ncontains no input" : "\n" + label;
  if (const sim::CombinationWrite* write = combination.write_in(row, cell, position))
    text += fmt::format("\n{} lane {} of warp {}{}", array.of_registers ? "in" : "written by", write->lane,
                        write->warp, source_words(combination, *write));
  return text + stale_notes(trace, combination, row, cell, position);
}

struct Hovered {
  const sim::Trace& trace;
  const sim::Combination& combination;
  const CombinationFrame& frame;
  const CombinationLayout& layout;

  void find(const Pointer& pointer, CombinationView& view, FigureOutput& output) const {
    view.drawn_hovered.reset();
    if (!pointer.inside || !layout.cells.contains(pointer.at)) return;
    const float row_at = (pointer.at.y - layout.cells.y) / layout.row_pitch;
    const auto slot = static_cast<std::size_t>(std::max(0.0f, row_at));
    if (slot >= layout.rows.size() || pointer.at.y > layout.top_of_slot(slot) + layout.cell_height) return;
    const std::size_t row = layout.rows[slot];
    const auto cell = layout.columns[combination.rows[row].array].cell_at(pointer.at.x - layout.cells.x);
    if (!cell) return;
    if (layout.columns[combination.rows[row].array].runs.size() > 1) view.drawn_hovered = *cell;
    const bool is_memory = !combination.array_of(row).of_registers;
    if (is_memory) output.hovered.cell = combination.id_of(row, *cell);
    output.tooltip = cell_tooltip(trace, combination, row, *cell, frame);
    if (const sim::CombinationWrite* write = combination.write_in(row, *cell, frame.position))
      output.hovered.lane = LaneId{write->warp, write->lane};
    if (pointer.clicked && is_memory) output.selected = output.hovered.cell;
  }
};

constexpr float kLeastWithOverview = 110;  // px: two rows of strips and the overview

struct FooterParts {
  bool short_labels = false, far_lines = false, stale_reads = false, struck_out = false, wrong = false,
       rows_left_out = false;
  std::string left_out{};
};

void footer(Canvas& canvas, const Rect& row, const std::string& window, const FooterParts& parts) {
  const TextStyle style = small_text(Role::second_ink, Align::right);
  if (!window.empty()) text_at(canvas, row.right(), row.centre().y, window, style);
  const float taken = window.empty() ? 0 : canvas.text_width(window, style) + 20;
  constexpr std::array entries{LegendEntry{Swatch::ring, Role::changed, "changed now"},
                               LegendEntry{Swatch::pale, Role::acts_pale, "written in this step"},
                               LegendEntry{Swatch::triangle, Role::acts, "touched next"}};
  const float width = row.width - taken;
  float x = row.x;
  const auto add = [&](const LegendEntry& entry) {
    const float needed = 15 + canvas.text_width(entry.text, style);
    if (x + needed > row.x + width) return false;
    swatch(canvas, {x + 5, row.centre().y}, entry.swatch, entry.role);
    text_at(canvas, x + 15, row.centre().y, entry.text, small_text(Role::second_ink));
    x += needed + 16;
    return true;
  };
  if (parts.stale_reads)
    add({Swatch::ring, Role::costs,
         parts.struck_out ? "stale read (the newer value is struck out)" : "stale read"});
  if (parts.wrong) add({Swatch::pale, Role::costs_pale, "wrong value"});
  if (parts.rows_left_out) add({Swatch::dashed_level, Role::second_ink, "rows left out"});
  for (const LegendEntry& entry : entries)
    if (!add(entry)) return;
  constexpr std::string_view cut = "cut: from further up";
  if (parts.far_lines && x + 12 + canvas.text_width(cut, style) <= row.x + width) {
    canvas.line({x + 3, row.centre().y}, {x + 10, row.centre().y}, Role::second_ink, 1.3f);
    canvas.fill_circle({x + 3, row.centre().y}, 2, Role::second_ink);
    text_at(canvas, x + 15, row.centre().y, cut, small_text(Role::second_ink));
    x += 31 + canvas.text_width(cut, style);
  }
  constexpr std::string_view key = "xa..b: inputs a to b combined";
  if (parts.short_labels && x + canvas.text_width(key, style) <= row.x + width) {
    text_at(canvas, x, row.centre().y, key, small_text(Role::second_ink));
    x += canvas.text_width(key, style) + 16;
  }
  const std::string left_out = "…" + parts.left_out + ": " + parts.left_out + " cells left out";
  if (!parts.left_out.empty() && x + canvas.text_width(left_out, style) <= row.x + width)
    text_at(canvas, x, row.centre().y, left_out, small_text(Role::second_ink));
}

// Adds the register cells that the next moment writes, and their sources in the same array, to the touched
// cells. Register cells have no address, so accesses to memory do not contain them.
void add_touched_registers(const sim::Combination& combination, CombinationFocus& focus) {
  for (const sim::CombinationRow& row : combination.rows) {
    const bool writes = combination.arrays[row.array].of_registers &&
                        std::ranges::binary_search(row.positions, focus.position);
    if (!writes) continue;
    for (const sim::CombinationWrite& write : row.writes) {
      if (write.position != focus.position) continue;
      focus.touched.emplace(row.array, write.cell);
      for (const sim::CombinationSource& source : combination.sources_of(write))
        if (combination.rows[source.row].array == row.array) focus.touched.emplace(row.array, source.cell);
    }
  }
}

// Returns the range of cells of the large arrays that are touched next. If no such cells are touched, returns
// the range that the last step wrote; otherwise the local memory of the running work-group.
std::optional<CombinationView::Acting> acting_cells(const sim::Combination& combination,
                                                    const CombinationFocus& focus) {
  std::optional<CombinationView::Acting> acting;
  const auto add = [&](std::uint32_t array, std::uint64_t cell) {
    if (combination.arrays[array].cells() * 2 < combination.max_cells) return;
    if (!acting) acting = CombinationView::Acting{cell, cell};
    acting->first = std::min(acting->first, cell);
    acting->last = std::max(acting->last, cell);
  };
  for (const auto& [array, cell] : focus.touched) add(array, cell);
  if (acting) return acting;
  for (const auto& [array, cell] : focus.changed) add(array, cell);
  if (acting) return acting;
  for (std::uint32_t i = 0; i < combination.arrays.size(); ++i) {
    const sim::CombinationArray& array = combination.arrays[i];
    if (!array.object.is_local || array.launch != focus.running.launch) continue;
    const std::uint64_t group = std::min<std::uint64_t>(focus.running.group, array.groups - 1);
    add(i, group * array.object.elements);
    add(i, (group + 1) * array.object.elements - 1);
  }
  return acting;
}

CombinationFocus focus_of(const sim::Trace& trace, const sim::Combination& combination,
                          const CombinationFrame& frame) {
  CombinationFocus focus;
  focus.begun = combination.rows_at(frame.position);
  focus.row = focus.lowest = combination.focus(frame.position);
  for (const sim::StaleRead& read : combination.stale_reads)
    if (read.row == focus.row && read.used < frame.position)
      focus.lowest = std::max<std::size_t>(focus.lowest, read.used_row);
  if (trace.size() > 0) focus.running = trace.at(std::min(frame.position, trace.size() - 1)).moment;
  focus.whole = frame.whole;
  focus.all_cells = frame.all_cells;
  focus.only_begun = frame.only_begun;
  focus.all_begun = frame.all_begun;
  focus.position = frame.position;
  if (!frame.hides_next) {
    focus.touched = sim::accessed_cells(combination, trace, frame.position);
    add_touched_registers(combination, focus);
  }
  for (const sim::CombinationWrite& write : combination.rows[focus.row].writes)
    if (is_changed(frame, write)) focus.changed.emplace(combination.rows[focus.row].array, write.cell);
  focus.acting = acting_cells(combination, focus);
  if (frame.selected) focus.drawn.push_back(*frame.selected);
  if (!frame.wrong.empty() && frame.position >= frame.wrong.front().from)
    focus.drawn.push_back(frame.wrong.front().cell);
  return focus;
}

}  // namespace

const WrongCell* wrong_at(const WrongCells& cells, const CellId& cell, std::uint64_t position) {
  const auto found = std::ranges::lower_bound(cells, cell.index, {},
                                              [](const WrongCell& wrong) { return wrong.cell.index; });
  if (found == cells.end() || found->cell != cell || position < found->from) return nullptr;
  return &*found;
}

bool is_changed(const CombinationFrame& frame, const sim::CombinationWrite& write) {
  const std::uint64_t since =
      std::min(frame.changed_since, frame.position - std::min<std::uint64_t>(1, frame.position));
  return write.position >= since && write.position < frame.position;
}

void zoom_cells(CombinationView& view, float factor, float at_x) {
  if (view.drawn_pitch <= 0 || factor <= 0) return;
  if (!view.is_zoomed() && !view.drawn_hovered && view.drawn_acting) return zoom_acting(view, factor);
  const double at = at_x - view.drawn_left;
  const double cell = view.is_zoomed() || !view.drawn_hovered
                          ? view.first_cell + at / view.drawn_pitch
                          : static_cast<double>(*view.drawn_hovered) + 0.5;
  view.cell_pitch = view.drawn_pitch * factor;
  view.first_cell = cell - at / view.cell_pitch;
}

// Keeps the middle of the active cells in place, or their beginning if not all of them fit. If there are no
// active cells, keeps the middle of the visible part in place.
void zoom_acting(CombinationView& view, float factor) {
  if (view.drawn_pitch <= 0 || factor <= 0) return;
  const double before = static_cast<double>(view.drawn_width) / view.drawn_pitch, after = before / factor;
  double middle = view.first_cell + before / 2;
  if (view.drawn_acting) {
    const auto first = static_cast<double>(view.drawn_acting->first);
    const double count = static_cast<double>(view.drawn_acting->last) + 1 - first;
    middle = first + std::min(count, after) / 2;
  }
  view.cell_pitch = view.drawn_pitch * factor;
  view.first_cell = std::max(0.0, middle - after / 2);
}

void pan_cells(CombinationView& view, float dx, float dy) {
  if (view.drawn_pitch <= 0 || view.drawn_row_pitch <= 0) return;
  if (dx != 0) {
    view.cell_pitch = view.drawn_pitch;
    view.first_cell = std::max(0.0, view.first_cell - static_cast<double>(dx) / view.drawn_pitch);
  }
  if (dy != 0) {
    const float from = view.first_row >= 0 ? view.first_row : view.drawn_first_row;
    view.first_row = std::max(0.0f, from - dy / view.drawn_row_pitch);
  }
}

FigureOutput draw_combination(Canvas& canvas, const Rect& area, const sim::Trace& trace,
                              const sim::Combination& combination, sim::CoverageLabels& labels,
                              const CombinationFrame& frame, CombinationView& view,
                              const FigureInput& input) {
  FigureOutput output;
  if (combination.rows.empty()) return output;
  const CombinationFocus focus = focus_of(trace, combination, frame);
  const std::string title = title_words(trace, combination, focus);
  const std::string progress = progress_words(trace, combination, focus, frame.hides_rest);
  const Rect below = heading(canvas, area, {title, {}, progress});
  const float overview = below.height >= kLeastWithOverview ? overview_height(combination) : 0;
  const Rect body{below.x, below.y + overview, below.width, below.height - overview};
  const CombinationLayout layout = place_combination(canvas, combination, body, focus, view);
  view.drawn_overview = {};
  if (!layout.has_room()) return output;
  if (focus.begun == 0) {
    text_at(canvas, body.x, body.y + 20, "Nothing has been written yet.", reading_text(Role::second_ink));
    return output;
  }
  if (overview > 0)
    draw_overview(canvas, {below.x, below.y, below.width, overview}, combination, frame, layout, focus, view,
                  input.pointer, output);
  CombinationRows rows(canvas, trace, combination, labels, frame, layout, focus, input.link);
  canvas.push_clip({area.x, body.y - 2, area.width, body.height + 2});
  rows.draw(body.x);
  canvas.pop_clip();
  footer(canvas, {area.x, area.bottom() - kLegendHeight, area.width - frame.footer_right, kLegendHeight},
         window_words(combination, layout, focus.begun),
         {rows.has_short_labels(), rows.has_far_lines(), rows.has_stale_reads(), rows.has_struck_out(),
          rows.has_wrong_cells(), rows.leaves_out_rows(), rows.left_out()});
  Hovered{trace, combination, frame, layout}.find(input.pointer, view, output);
  return output;
}

}  // namespace lockstep::gui
