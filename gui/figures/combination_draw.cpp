// Layout first, then the visible rows from the top: the lines into a row, then its cells. Where a cell is too
// small for its text, the row becomes a strip on which only the written cells stand out.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "gui/figures/combination.hpp"
#include "gui/figures/drawing.hpp"

namespace lockstep::gui {
namespace {

using namespace drawing;

constexpr float kTextPitch = 30;  // px from cell to cell: below it, cells have no text
constexpr float kCellHeight = 36;
constexpr float kStripHeight = 16;
constexpr float kLeastRowGap = 16, kRowGap = 28;
constexpr std::uint64_t kMeasured = 4096;  // cells looked at to find the widest value

struct Layout {
  Rect cells;  // where rows are drawn
  float pitch = 0, gap = 0, cell_height = 0, row_pitch = 0;
  std::uint64_t first = 0, last = 0;        // visible cells, [first, last)
  double offset = 0;                        // first cell at the left edge, with a fraction
  std::size_t first_row = 0, last_row = 0;  // visible rows, [first, last)
  bool has_text() const { return pitch >= kTextPitch; }
  float width() const { return std::max(1.0f, pitch - gap); }
  float left(std::uint64_t cell) const {
    return cells.x + static_cast<float>((static_cast<double>(cell) - offset) * pitch);
  }
  float centre(std::uint64_t cell) const { return left(cell) + width() / 2; }
  float top(std::size_t row) const { return cells.y + static_cast<float>(row - first_row) * row_pitch; }
  Rect box(std::size_t row, std::uint64_t cell) const { return {left(cell), top(row), width(), cell_height}; }
};

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
  const float least = std::clamp(static_cast<float>(widest_value(combination)) * 8 + 12, 44.0f, 104.0f);
  const auto elements = static_cast<float>(std::max<std::uint64_t>(1, combination.object.elements));
  if (elements * least <= width) return std::min(width / elements, 76.0f);
  float count = std::max(1.0f, std::floor(width / least));
  if (count > 8) count -= std::fmod(count, 8.0f);
  return width / count;
}

float label_width(const Canvas& canvas, const Combination& combination) {
  float width = 40;
  for (const CombinationRow& row : combination.rows)
    width = std::max(width, canvas.text_width(row.label, small_text(Role::ink)) + 14);
  return std::min(width, 132.0f);
}

void place_cells(Layout& layout, const Combination& combination, CombinationView& view) {
  const std::uint64_t elements = std::max<std::uint64_t>(1, combination.object.elements);
  const float whole = layout.cells.width / static_cast<float>(elements);
  layout.pitch = view.cell_pitch > 0 ? std::clamp(view.cell_pitch, std::min(whole, 76.0f), 104.0f)
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

void place_rows(Layout& layout, const Combination& combination, std::size_t begun, CombinationView& view) {
  layout.cell_height = layout.has_text() ? kCellHeight : kStripHeight;
  const std::size_t rows = combination.rows.size();
  const float least = layout.cell_height + kLeastRowGap, most = layout.cell_height + kRowGap + 16;
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

bool is_written(const CombinationWrite& write, std::uint64_t position) { return write.position < position; }

// The row's writes that can be seen: those of visible cells.
std::span<const CombinationWrite> visible_writes(const CombinationRow& row, const Layout& layout) {
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
  const Layout& layout;
  const FigureInput& input;
  std::optional<std::uint64_t> highlighted;  // element, from any panel
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

  // The fullest form of label that every written cell of the row has room for.
  std::size_t label_form(std::size_t row) {
    std::size_t form = 0;
    const TextStyle style = small_text(Role::acts);
    for (const CombinationWrite& write : visible_writes(combination.rows[row], layout)) {
      const std::vector<std::string> labels = coverage_labels(trace.provenance(), write.provenance);
      while (form < labels.size() && canvas.text_width(labels[form], style) > layout.width() - 4) ++form;
    }
    return form;
  }

  void cell_text(const Rect& box, const CombinationCell& cell, std::size_t form, Role value_role,
                 Role label_role, bool bold) {
    const std::string value = format_value(cell.bits, combination.object.type);
    const std::vector<std::string> labels =
        bold ? coverage_labels(trace.provenance(), cell.provenance) : std::vector<std::string>{};
    TextStyle style = bold ? bold_text(value_role, Align::centre) : reading_text(value_role, Align::centre);
    const bool labelled = form < labels.size();
    const float centre = labelled ? box.y + 12 : box.centre().y;
    text_at(canvas, box.centre().x, centre, fit_text(canvas, value, style, box.width - 4), style);
    if (!labelled) return;
    uses_short_labels = uses_short_labels || form > 0;
    text_at(canvas, box.centre().x, box.y + 26, labels[form], small_text(label_role, Align::centre));
  }

  void written_cell(std::size_t row, const CombinationWrite& write, const CombinationCell& cell,
                    std::size_t form) {
    const Rect box = layout.box(row, write.cell);
    const bool quiet = loaded(row);
    if (changed(write))
      canvas.stroke_rect({box.x - 2, box.y - 2, box.width + 4, box.height + 4}, Role::changed, 3, 6);
    canvas.fill_rect(box, quiet ? Role::ground : Role::acts_pale, 4);
    canvas.stroke_rect(box, quiet ? Role::line : Role::acts, quiet ? 1.0f : 1.4f, 4);
    cell_text(box, cell, form, Role::ink, quiet ? Role::second_ink : Role::acts, true);
  }

  void kept_cell(std::size_t row, std::uint64_t index, const CombinationCell& cell, std::size_t form) {
    const Rect box = layout.box(row, index);
    const bool initial = combination.rows[row].initial;
    if (initial) canvas.fill_rect(box, Role::ground, 4);
    canvas.stroke_rect(box, Role::line, 1, 4);
    if (cell.present)
      cell_text(box, cell, form, initial ? Role::ink : Role::masked, Role::second_ink, initial);
  }

  std::size_t initial_form() {
    std::size_t form = 0;
    const TextStyle style = small_text(Role::acts);
    for (std::uint64_t i = layout.first; i < layout.last; ++i) {
      const auto labels = coverage_labels(trace.provenance(), combination.initial[i].provenance);
      while (form < labels.size() && canvas.text_width(labels[form], style) > layout.width() - 4) ++form;
    }
    return form;
  }

  void text_row(std::size_t row, const std::vector<CombinationCell>& cells) {
    const CombinationRow& entry = combination.rows[row];
    const std::size_t form = entry.initial ? initial_form() : label_form(row);
    const auto writes = visible_writes(entry, layout);
    auto write = writes.begin();
    for (std::uint64_t i = layout.first; i < layout.last; ++i) {
      const CombinationWrite* latest = nullptr;
      for (; write != writes.end() && write->cell == i; ++write) {
        if (is_written(*write, frame.position)) latest = &*write;
      }
      if (latest != nullptr) {
        written_cell(row, *latest, cells[i], form);
      } else {
        kept_cell(row, i, cells[i], form);
      }
      if (highlighted == i) {
        const Rect box = layout.box(row, i);
        canvas.stroke_rect({box.x - 1, box.y - 1, box.width + 2, box.height + 2}, Role::ink, 2, 5);
      }
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
    float drawn_until = -1;
    for (const CombinationWrite& write : visible_writes(combination.rows[row], layout)) {
      if (!is_written(write, frame.position)) continue;
      Rect box = layout.box(row, write.cell);
      if (changed(write) && box.width >= 3)
        canvas.stroke_rect({box.x - 1, box.y - 2, box.width + 2, box.height + 4}, Role::changed, 2, 1);
      if (box.right() <= drawn_until + 0.5f) continue;
      drawn_until = box.right();
      canvas.fill_rect(box, role, box.width > 4 ? 2.0f : 0.0f);
    }
    if (highlighted && *highlighted >= layout.first && *highlighted < layout.last) {
      const Rect box = layout.box(row, *highlighted);
      canvas.stroke_rect({box.x - 1, box.y - 1, box.width + 2, box.height + 2}, Role::ink, 2, 1);
    }
    canvas.pop_clip();
  }
};

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
  if (groups > 1) words += fmt::format(" · work-group {} of {}", combination.place.group, groups);
  return words;
}

std::string window_words(const Combination& combination, const Layout& layout, std::size_t begun) {
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
  const Layout& layout = drawing.layout;
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
                               LegendEntry{Swatch::pale, Role::acts_pale, "written in this step"}};
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

void zoom(CombinationView& view, float factor, float at_x) {
  if (view.drawn_pitch <= 0 || factor <= 0) return;
  const double cell = view.first_cell + static_cast<double>(at_x - view.drawn_left) / view.drawn_pitch;
  view.cell_pitch = view.drawn_pitch * factor;
  view.first_cell = cell - static_cast<double>(at_x - view.drawn_left) / view.cell_pitch;
}

float combination_height(const Combination& combination) {
  const auto rows = static_cast<float>(std::max<std::size_t>(1, combination.rows.size()));
  return kHeadingHeight + rows * (kCellHeight + kRowGap) - kRowGap + 14 + kLegendHeight;
}

FigureOutput draw_combination(Canvas& canvas, const Rect& area, const sim::Trace& trace,
                              const Combination& combination, const CombinationFrame& frame,
                              CombinationView& view, const FigureInput& input) {
  FigureOutput output;
  const std::size_t begun = combination.rows_at(frame.position);
  const std::string title = title_words(trace, combination), progress = progress_words(combination, begun);
  const Rect body = heading(canvas, area, {title, {}, progress});
  const float labels = label_width(canvas, combination);
  Layout layout;
  layout.cells = {body.x + labels, body.y + 4, body.width - labels - 4, body.height - kLegendHeight - 12};
  if (layout.cells.width < 40 || layout.cells.height < kStripHeight) return output;
  place_cells(layout, combination, view);
  place_rows(layout, combination, begun, view);
  if (begun == 0) {
    text_at(canvas, body.x, body.y + 20,
            fmt::format("Nothing has been written to {} yet.", combination.object.name),
            reading_text(Role::second_ink));
    return output;
  }

  Drawing drawing{canvas, trace, combination, frame, layout, input, {}};
  if (input.link.cell) drawing.highlighted = combination.object.index_of(*input.link.cell);
  std::vector<CombinationCell> cells = combination.initial;
  canvas.push_clip({area.x, body.y - 2, area.width, body.height + 2});
  for (std::size_t row = 0; row < layout.last_row; ++row) {
    apply_writes(combination.rows[row], frame.position, cells);
    if (row < layout.first_row) continue;
    drawing.lines_into(row, row + 1 == begun);
    const TextStyle style = small_text(Role::second_ink);
    text_at(canvas, body.x, layout.top(row) + layout.cell_height / 2,
            fit_text(canvas, combination.rows[row].label, style, labels - 8), style);
    if (layout.has_text()) {
      drawing.text_row(row, cells);
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
