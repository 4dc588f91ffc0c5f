// The visible rows from the top: the lines into a row, then its cells. Where a cell is too small for its
// text, the row becomes a strip on which only the written cells stand out.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <set>

#include "gui/figures/combination.hpp"
#include "gui/figures/combination_layout.hpp"
#include "gui/figures/drawing.hpp"

namespace lockstep::gui {
namespace {

using namespace drawing;

bool is_written(const CombinationWrite& write, std::uint64_t position) { return write.position < position; }

// The row's writes that can be seen: those of visible cells.
std::span<const CombinationWrite> visible_writes(const CombinationRow& row, const CombinationLayout& layout) {
  const auto first =
      std::lower_bound(row.writes.begin(), row.writes.end(), layout.first,
                       [](const CombinationWrite& w, std::uint64_t cell) { return w.cell < cell; });
  const auto last =
      std::lower_bound(first, row.writes.end(), layout.last,
                       [](const CombinationWrite& w, std::uint64_t cell) { return w.cell < cell; });
  return {first, last};
}

struct Drawing {
  Canvas& canvas;
  const sim::Trace& trace;
  const Combination& combination;
  const CombinationFrame& frame;
  const CombinationLayout& layout;
  const FigureInput& input;
  std::optional<std::uint64_t> highlighted;  // element, from any panel
  std::set<std::uint64_t> touched = {};      // elements that the next moment loads or stores
  std::size_t form = 0;                      // of coverage_labels
  bool uses_short_labels = false;

  bool changed(const CombinationWrite& write) const {
    const std::uint64_t since =
        std::min(frame.changed_since, frame.position - std::min<std::uint64_t>(1, frame.position));
    return write.position >= since && write.position < frame.position;
  }
  bool loaded(std::size_t row) const {
    if (combination.rows[row].initial) return true;
    return row == 0 && std::all_of(combination.rows[0].writes.begin(), combination.rows[0].writes.end(),
                                   [](const CombinationWrite& write) { return write.sources.empty(); });
  }

  void lines_into(std::size_t row, bool current) {
    if (row == layout.first_row) return;
    const float above = layout.top(row - 1) + layout.cell_height + 1, below = layout.top(row) - 1;
    canvas.push_clip({layout.cells.x - 3, above - 1, layout.cells.width + 6, below - above + 2});
    float drawn_from = -1, drawn_to = -1;
    for (const CombinationWrite& write : combination.rows[row].writes) {
      if (!is_written(write, frame.position)) continue;
      for (const CombinationSource& source : write.sources) {
        const bool beyond = (source.cell < layout.first && write.cell < layout.first) ||
                            (source.cell >= layout.last && write.cell >= layout.last);
        if (beyond) continue;
        // Lines less than a pixel from the last one would only darken it.
        const float from = std::round(layout.centre(source.cell)), to = std::round(layout.centre(write.cell));
        if (layout.pitch < 3 && from == drawn_from && to == drawn_to) continue;
        drawn_from = from;
        drawn_to = to;
        line(source, write, {from, above}, {to, below}, current);
      }
    }
    canvas.pop_clip();
  }

  void line(const CombinationSource& source, const CombinationWrite& write, Point from, Point to,
            bool current) {
    const float shift = std::min(8.0f, layout.width() * 0.2f);
    if (source.cell > write.cell) to.x += shift;
    if (source.cell < write.cell) to.x -= shift;
    float thickness = layout.pitch < 6 ? 0.6f : current ? 2.0f : 1.3f;
    if (highlighted && *highlighted == write.cell) thickness += 1.2f;
    if (source.has_input) {
      canvas.line(from, to, Role::acts, thickness);
    } else {
      canvas.dashed_line(from, to, Role::waiting, thickness);
    }
  }

  // The fullest form of label that all visible cells of all rows, present and to come, have room for, where
  // one has: so that rows speak alike and stay as they are while the run goes on.
  void choose_form() {
    const auto look = [&](sim::ProvenanceId id) {
      const std::size_t fits = fitting_form(coverage_labels(trace.provenance(), id), form);
      if (fits < kCoverageForms) form = fits;
    };
    for (std::uint64_t i = layout.first; i < layout.last; ++i) look(combination.initial[i].provenance);
    for (const CombinationRow& row : combination.rows) {
      for (const CombinationWrite& write : visible_writes(row, layout)) look(write.provenance);
    }
  }

  std::size_t fitting_form(const std::vector<std::string>& labels, std::size_t from) const {
    const TextStyle style = small_text(Role::acts);
    while (from < labels.size() && canvas.text_width(labels[from], style) > layout.width() - 4) ++from;
    return labels.empty() ? from : std::min(from, kCoverageForms);
  }

  void cell_text(const Rect& box, const CombinationCell& cell, Role value_role, Role label_role, bool bold) {
    const std::string value = format_value(cell.bits, combination.object.type);
    const std::vector<std::string> labels =
        bold ? coverage_labels(trace.provenance(), cell.provenance) : std::vector<std::string>{};
    TextStyle style = bold ? bold_text(value_role, Align::centre) : reading_text(value_role, Align::centre);
    const std::size_t shown = fitting_form(labels, form);
    const bool labelled = shown < labels.size();
    const float centre = labelled ? box.y + 12 : box.centre().y;
    text_at(canvas, box.centre().x, centre, fit_text(canvas, value, style, box.width - 4), style);
    if (!labelled) return;
    uses_short_labels = uses_short_labels || labels[shown] != labels[0];
    text_at(canvas, box.centre().x, box.y + 26, labels[shown], small_text(label_role, Align::centre));
  }

  void written_cell(std::size_t row, const CombinationWrite& write, const CombinationCell& cell) {
    const Rect box = layout.box(row, write.cell);
    const bool quiet = loaded(row);
    if (changed(write))
      canvas.stroke_rect({box.x - 2, box.y - 2, box.width + 4, box.height + 4}, Role::changed, 3, 6);
    canvas.fill_rect(box, quiet ? Role::ground : Role::acts_pale, 4);
    canvas.stroke_rect(box, quiet ? Role::line : Role::acts, quiet ? 1.0f : 1.4f, 4);
    cell_text(box, cell, Role::ink, quiet ? Role::second_ink : Role::acts, true);
  }

  void kept_cell(std::size_t row, std::uint64_t index, const CombinationCell& cell) {
    const Rect box = layout.box(row, index);
    const bool initial = combination.rows[row].initial;
    if (initial) canvas.fill_rect(box, Role::ground, 4);
    canvas.stroke_rect(box, Role::line, 1, 4);
    if (cell.present) cell_text(box, cell, initial ? Role::ink : Role::masked, Role::second_ink, initial);
  }

  void marks(std::size_t row, std::uint64_t index, bool newest) {
    const Rect box = layout.box(row, index);
    if (newest && touched.count(index) != 0) {
      canvas.stroke_rect({box.x - 1, box.y - 1, box.width + 2, box.height + 2}, Role::acts, 2.5f, 5);
      const float middle = box.centre().x, top = box.bottom() + 2;
      canvas.fill_polygon(
          std::array{Point{middle, top}, Point{middle + 5, top + 6}, Point{middle - 5, top + 6}}, Role::acts);
    }
    if (highlighted == index)
      canvas.stroke_rect({box.x - 1, box.y - 1, box.width + 2, box.height + 2}, Role::ink, 2, 5);
  }

  void text_row(std::size_t row, const std::vector<CombinationCell>& cells, bool newest) {
    const CombinationRow& entry = combination.rows[row];
    const auto writes = visible_writes(entry, layout);
    auto write = writes.begin();
    for (std::uint64_t i = layout.first; i < layout.last; ++i) {
      const CombinationWrite* latest = nullptr;
      for (; write != writes.end() && write->cell == i; ++write) {
        if (is_written(*write, frame.position)) latest = &*write;
      }
      if (latest != nullptr) {
        written_cell(row, *latest, cells[i]);
      } else {
        kept_cell(row, i, cells[i]);
      }
      marks(row, i, newest);
    }
  }

  void strip_row(std::size_t row) {
    const Rect strip{layout.cells.x, layout.top(row),
                     std::min(layout.cells.width, layout.left(layout.last) - layout.cells.x),
                     layout.cell_height};
    canvas.push_clip({strip.x - 3, strip.y - 3, strip.width + 6, strip.height + 6});
    canvas.fill_rect(strip, Role::ground, 2);
    canvas.stroke_rect(strip, Role::line, 1, 2);
    const Role role = loaded(row) ? Role::waiting : Role::acts;
    Rect run{};
    for (const CombinationWrite& write : visible_writes(combination.rows[row], layout)) {
      if (!is_written(write, frame.position)) continue;
      const Rect box = layout.box(row, write.cell);
      if (changed(write) && box.width >= 3)
        canvas.stroke_rect({box.x - 1, box.y - 2, box.width + 2, box.height + 4}, Role::changed, 2, 1);
      // Cells that share pixels become one piece.
      if (run.width > 0 && box.x <= run.right() + 0.5f) {
        run.width = std::max(run.width, box.right() - run.x);
        continue;
      }
      if (run.width > 0) canvas.fill_rect(run, role, run.width > 4 ? 2.0f : 0.0f);
      run = box;
    }
    if (run.width > 0) canvas.fill_rect(run, role, run.width > 4 ? 2.0f : 0.0f);
    if (highlighted && *highlighted >= layout.first && *highlighted < layout.last) {
      const Rect box = layout.box(row, *highlighted);
      canvas.stroke_rect({box.x - 1, box.y - 1, box.width + 2, box.height + 2}, Role::ink, 2, 1);
    }
    canvas.pop_clip();
  }
};

std::set<std::uint64_t> touched_next(const sim::Trace& trace, const MemoryObject& object,
                                     std::uint64_t position) {
  std::set<std::uint64_t> cells;
  constexpr std::uint16_t any = sim::TraceRecord::local_access | sim::TraceRecord::global_access;
  if (position >= trace.size() || (trace.at(position).flags & any) == 0) return cells;
  for (const sim::AccessDetail& access : trace.accesses(position)) {
    for (std::uint64_t rest = access.lanes; rest != 0; rest &= rest - 1) {
      const std::uint64_t address = access.addresses[static_cast<std::size_t>(std::countr_zero(rest))];
      if (const auto index = object.index_of_address(address)) cells.insert(*index);
    }
  }
  return cells;
}

// "step 3 of 6 · s = 4", of the row that is being built.
std::string progress_words(const Combination& combination, std::size_t begun) {
  std::size_t steps = 0, current = 0;
  for (std::size_t i = 0; i < combination.rows.size(); ++i) {
    const CombinationRow& row = combination.rows[i];
    if (row.initial || row.label == "loaded") continue;
    ++steps;
    if (i < begun) current = steps;
  }
  if (current == 0) return steps > 0 ? fmt::format("{} steps to come", steps) : std::string();
  const std::string& label = combination.rows[begun - 1].label;
  const std::string step = fmt::format("step {} of {}", current, steps);
  return label.rfind("step ", 0) == 0 ? step : step + " · " + label;
}

std::string title_words(const sim::Trace& trace, const Combination& combination) {
  const MemoryObject& object = combination.object;
  std::string words = fmt::format("{} in {} memory", object.name, object.is_local ? "local" : "global");
  if (!object.is_local || combination.place.launch >= trace.plan().launches.size()) return words;
  const std::uint64_t groups = trace.plan().launches[combination.place.launch].range.group_count();
  if (groups > 1) words += fmt::format(" · work-group {} (of {})", combination.place.group, groups);
  return words;
}

std::string window_words(const Combination& combination, const CombinationLayout& layout, std::size_t begun) {
  std::string words;
  const std::uint64_t shown = layout.last - layout.first;
  if (shown < combination.object.elements) {
    words = layout.first == 0 ? fmt::format("{} of {} cells", shown, combination.object.elements)
                              : fmt::format("cells {} to {} of {}", layout.first, layout.last - 1,
                                            combination.object.elements);
  }
  const std::size_t rows = layout.last_row - layout.first_row;
  if (rows < begun) {
    if (!words.empty()) words += " · ";
    words += fmt::format("rows {} to {} of {}", layout.first_row + 1, layout.last_row, begun);
  }
  return words;
}

std::string cell_tooltip(const sim::Trace& trace, const Combination& combination, std::size_t row,
                         std::uint64_t index, std::uint64_t position) {
  const CombinationCell cell = combination.cells_at(row, position)[index];
  const std::string& name = combination.object.name;
  if (!cell.present) return fmt::format("{}[{}]: not written yet", name, index);
  std::string text =
      fmt::format("{}[{}] = {}", name, index, format_value(cell.bits, combination.object.type));
  const std::string label = trace.provenance().label(cell.provenance);
  text += label.empty() ? "\nno input in it" : "\n" + label;
  for (const CombinationWrite& write : combination.rows[row].writes) {
    if (write.cell != index || write.position >= position) continue;
    text += fmt::format("\nwritten by lane {} of warp {}", write.lane, write.warp);
    for (std::size_t i = 0; i < write.sources.size() && i < 8; ++i)
      text += fmt::format("{} {}[{}]", i == 0 ? " from" : ",", name, write.sources[i].cell);
  }
  return text;
}

void hover(const Drawing& drawing, FigureOutput& output) {
  const CombinationLayout& layout = drawing.layout;
  const Pointer& pointer = drawing.input.pointer;
  if (!pointer.inside || !layout.cells.contains(pointer.at)) return;
  const double at = layout.offset + static_cast<double>(pointer.at.x - layout.cells.x) / layout.pitch;
  const auto index = static_cast<std::uint64_t>(std::max(0.0, at));
  const float row_at = (pointer.at.y - layout.cells.y) / layout.row_pitch;
  const std::size_t row = layout.first_row + static_cast<std::size_t>(std::max(0.0f, row_at));
  if (index >= layout.last || row >= layout.last_row) return;
  if (pointer.at.y > layout.top(row) + layout.cell_height) return;
  output.hovered.cell = drawing.combination.object.cell(index);
  output.tooltip = cell_tooltip(drawing.trace, drawing.combination, row, index, drawing.frame.position);
  for (const CombinationWrite& write : drawing.combination.rows[row].writes) {
    if (write.cell == index && is_written(write, drawing.frame.position))
      output.hovered.lane = LaneId{write.warp, write.lane};
  }
  if (pointer.clicked) output.selected = output.hovered.cell;
}

void footer(Canvas& canvas, const Rect& row, const std::string& window, bool short_labels) {
  const TextStyle style = small_text(Role::second_ink, Align::right);
  if (!window.empty()) text_at(canvas, row.right(), row.centre().y, window, style);
  const float taken = window.empty() ? 0 : canvas.text_width(window, style) + 20;
  constexpr std::array entries{LegendEntry{Swatch::ring, Role::changed, "changed now"},
                               LegendEntry{Swatch::pale, Role::acts_pale, "written in this step"},
                               LegendEntry{Swatch::triangle, Role::acts, "touched next"}};
  const float width = row.width - taken;
  float x = row.x;
  for (const LegendEntry& entry : entries) {
    const float needed = 15 + canvas.text_width(entry.text, style);
    if (x + needed > row.x + width) return;
    swatch(canvas, {x + 5, row.centre().y}, entry.swatch, entry.role);
    text_at(canvas, x + 15, row.centre().y, entry.text, small_text(Role::second_ink));
    x += needed + 16;
  }
  constexpr std::string_view key = "a..b: covers the inputs x a to x b";
  if (short_labels && x + canvas.text_width(key, style) <= row.x + width)
    text_at(canvas, x, row.centre().y, key, small_text(Role::second_ink));
}

}  // namespace

void zoom_cells(CombinationView& view, float factor, float at_x) {
  if (view.drawn_pitch <= 0 || factor <= 0) return;
  const double cell = view.first_cell + static_cast<double>(at_x - view.drawn_left) / view.drawn_pitch;
  view.cell_pitch = view.drawn_pitch * factor;
  view.first_cell = cell - static_cast<double>(at_x - view.drawn_left) / view.cell_pitch;
}

FigureOutput draw_combination(Canvas& canvas, const Rect& area, const sim::Trace& trace,
                              const Combination& combination, const CombinationFrame& frame,
                              CombinationView& view, const FigureInput& input) {
  FigureOutput output;
  const std::size_t begun = combination.rows_at(frame.position);
  const std::string title = title_words(trace, combination), progress = progress_words(combination, begun);
  const Rect body = heading(canvas, area, {title, {}, progress});
  const CombinationLayout layout = place_combination(canvas, combination, body, begun, view);
  if (!layout.has_room()) return output;
  if (begun == 0) {
    text_at(canvas, body.x, body.y + 20,
            fmt::format("Nothing has been written to {} yet.", combination.object.name),
            reading_text(Role::second_ink));
    return output;
  }

  Drawing drawing{canvas, trace, combination, frame, layout, input, {}};
  if (input.link.cell) drawing.highlighted = combination.object.index_of(*input.link.cell);
  drawing.touched = touched_next(trace, combination.object, frame.position);
  if (layout.has_text()) drawing.choose_form();
  std::vector<CombinationCell> cells = combination.initial;
  canvas.push_clip({area.x, body.y - 2, area.width, body.height + 2});
  for (std::size_t row = 0; row < layout.last_row; ++row) {
    apply_writes(combination.rows[row], frame.position, cells);
    if (row < layout.first_row) continue;
    drawing.lines_into(row, row + 1 == begun);
    const TextStyle style = small_text(Role::second_ink);
    text_at(canvas, body.x, layout.top(row) + layout.cell_height / 2,
            fit_text(canvas, combination.rows[row].label, style, layout.cells.x - body.x - 8), style);
    if (layout.has_text()) {
      drawing.text_row(row, cells, row + 1 == begun);
    } else {
      drawing.strip_row(row);
    }
  }
  canvas.pop_clip();
  footer(canvas, {area.x, area.bottom() - kLegendHeight, area.width, kLegendHeight},
         window_words(combination, layout, begun), drawing.uses_short_labels);
  hover(drawing, output);
  return output;
}

}  // namespace lockstep::gui
