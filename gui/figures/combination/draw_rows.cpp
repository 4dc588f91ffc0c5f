#include "gui/figures/combination/draw_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "core/base/text/text.hpp"
#include "gui/canvas/label_row.hpp"
#include "gui/figures/tools/drawing.hpp"

namespace lockstep::gui {

using namespace drawing;

namespace {

constexpr float kSamePixel = 0.5f;  // px; cells closer than this are drawn as one rectangle

}  // namespace

CombinationRows::CombinationRows(Canvas& canvas, const sim::Trace& trace, const sim::Combination& combination,
                                 sim::CoverageLabels& labels, const CombinationFrame& frame,
                                 const CombinationLayout& layout, const CombinationFocus& focus,
                                 const Link& link)
    : canvas_(canvas),
      trace_(trace),
      combination_(combination),
      labels_(labels),
      frame_(frame),
      layout_(layout),
      focus_(focus),
      link_(link),
      newest_(combination.newest_rows(focus.running, frame.position)),
      touched_(focus.touched) {
  for (const sim::StaleRead& read : combination.stale_reads)
    if (read.used < frame.position) stale_.emplace(std::pair{std::size_t{read.row}, read.cell}, &read);
  if (layout.has_text() && layout.has_labels() && !frame.hides_labels) choose_labels();
}

bool CombinationRows::changed(const sim::CombinationWrite& write) const { return is_changed(frame_, write); }

// Returns true if the row's content was not computed by a step; such content is drawn pale.
bool CombinationRows::is_quiet(std::size_t row) const {
  return combination_.rows[row].initial || combination_.rows[row].loaded;
}

const std::vector<std::string>& CombinationRows::labels_of(sim::ProvenanceId id) {
  return labels_.labels(trace_.provenance(), id);
}

// Returns the label that lists the inputs contained in a value; empty if the value contains no input.
const std::string& CombinationRows::label_in_form(sim::ProvenanceId id, std::size_t form) {
  static const std::string none;
  const std::vector<std::string>& labels = labels_of(id);
  return labels.empty() ? none : labels[std::min(form, labels.size() - 1)];
}

// Returns the shown cells of a row that have been written at the current position. In an initial row, all
// shown cells have content.
std::vector<CombinationRows::Labelled> CombinationRows::labelled_cells(std::size_t row) const {
  std::vector<Labelled> cells;
  if (!combination_.rows[row].initial) {
    each_shown_write(row, 0, [&](const sim::CombinationWrite& write) {
      if (combination_.reached(row, write.cell, frame_.position))
        cells.push_back({write.cell, write.provenance});
    });
    return cells;
  }
  for (const ColumnRun& run : columns(row).runs)
    for (std::uint64_t cell = run.first; cell < run.last; ++cell)
      cells.push_back({cell, combination_.cell_at(row, cell, frame_.position).provenance});
  return cells;
}

bool CombinationRows::fits(const std::vector<Labelled>& cells, std::size_t form) {
  return std::ranges::all_of(cells, [&](const Labelled& cell) {
    return canvas_.text_width(label_in_form(cell.provenance, form), small_text(Role::acts)) <= label_room();
  });
}

// Chooses the longest form of label that fits all cells of the visible rows. If even the shortest form does
// not fit, a row shows every second label, every fourth and so on, or none.
void CombinationRows::choose_labels() {
  std::vector<std::vector<Labelled>> rows;
  for (const std::size_t row : layout_.rows) {
    rows.push_back(labelled_cells(row));
    std::erase_if(rows.back(), [&](const Labelled& cell) { return labels_of(cell.provenance).empty(); });
    while (form_ + 1 < sim::kCoverageForms && !fits(rows.back(), form_)) ++form_;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) choose_stride(layout_.rows[i], rows[i]);
}

void CombinationRows::choose_stride(std::size_t row, const std::vector<Labelled>& cells) {
  std::vector<RowLabel> labels;
  for (const Labelled& cell : cells)
    labels.push_back(centred_label(canvas_, label_in_form(cell.provenance, form_), small_text(Role::acts),
                                   centre(row, cell.cell), label_room()));
  const std::size_t stride = label_stride(labels, 0);
  if (stride != 0) labelled_rows_.insert(row);
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (shows_label(stride, i)) labelled_.emplace(row, cells[i].cell);
}

void CombinationRows::draw(float label_x) {
  for (const std::size_t row : layout_.rows) {
    canvas_.push_clip(
        {layout_.cells.x - 3, layout_.cells.y - 4, layout_.cells.width + 6, layout_.cells.height + 16});
    rows_left_out(row);
    lines_into(row);
    canvas_.pop_clip();
  }
  for (const std::size_t row : layout_.rows) {
    row_label(row, label_x);
    canvas_.push_clip(
        {layout_.cells.x - 3, layout_.cells.y - 4, layout_.cells.width + 6, layout_.cells.height + 16});
    if (layout_.has_text()) {
      text_row(row);
    } else {
      strip_row(row);
    }
    canvas_.pop_clip();
  }
}

// Draws a dashed line between two rows if rows between them are omitted.
void CombinationRows::rows_left_out(std::size_t row) {
  const std::size_t slot = layout_.slot(row);
  if (slot == 0 || layout_.rows[slot - 1] + 1 == row) return;
  leaves_out_rows_ = true;
  const float y = (layout_.top(row) + layout_.top_of_slot(slot - 1) + layout_.cell_height) / 2;
  canvas_.dashed_line({layout_.cells.x - 2, y}, {layout_.cells.right(), y}, Role::second_ink, 1);
}

void CombinationRows::row_label(std::size_t row, float x) {
  const std::size_t slot = layout_.slot(row);
  const bool named =
      slot == 0 || combination_.rows[row].array != combination_.rows[layout_.rows[slot - 1]].array;
  const float room = layout_.cells.x - x - 8, middle = layout_.top(row) + layout_.cell_height / 2;
  const TextStyle style = small_text(Role::second_ink), name = bold_text(Role::ink, Align::left, kSmall);
  const bool two = named && layout_.row_pitch >= 34;
  const sim::CombinationArray& array = combination_.array_of(row);
  if (two) text_at(canvas_, x, middle - 7, fit_text(canvas_, array.name + array.part, name, room), name);
  // If there is room for only one line and several rows have the same label, the name of the array is
  // shown instead.
  const std::string& label = combination_.rows[row].label;
  if (!two && named && std::ranges::count(combination_.rows, label, &sim::CombinationRow::label) > 1)
    return text_at(canvas_, x, middle, fit_text(canvas_, array.name + array.part, name, room), name);
  text_at(canvas_, x, two ? middle + 8 : middle, fit_text(canvas_, label, style, room), style);
}

void CombinationRows::text_row(std::size_t row) {
  for (const ColumnRun& run : columns(row).runs) {
    for (std::uint64_t index = run.first; index < run.last; ++index) cell(row, index);
  }
  gaps(row);
  group_edges(row);
}

void CombinationRows::cell(std::size_t row, std::uint64_t index) {
  const Rect place = box(row, index);
  const sim::CombinationArray& array = combination_.array_of(row);
  if (!combination_.reached(row, index, frame_.position)) {
    canvas_.fill_rect(place, Role::card, 4);
    canvas_.stroke_rect(place, Role::line, 1, 4);
    return;
  }
  const sim::CombinationWrite* write = combination_.write_in(row, index, frame_.position);
  const sim::CombinationCell value = combination_.cell_at(row, index, frame_.position);
  const bool quiet = is_quiet(row), stands_out = write != nullptr && !quiet;
  if (write != nullptr && changed(*write))
    canvas_.stroke_rect({place.x - 2, place.y - 2, place.width + 4, place.height + 4}, Role::changed, 3, 6);
  const bool filled = quiet && (write != nullptr || combination_.rows[row].initial);
  canvas_.fill_rect(place, stands_out ? Role::acts_pale : filled ? Role::ground : Role::card, 4);
  canvas_.stroke_rect(place, stands_out ? role_of(row, *write) : Role::line, stands_out ? 1.4f : 1.0f, 4);
  const bool bold = stands_out || filled;
  if (const WrongCell* const wrong = wrong_here(row, index); wrong != nullptr && value.present) {
    wrong_cell(place, sim::format_value(value.bits, array.object.type), wrong->expected);
  } else if (is_stale(row, index, index + 1)) {
    stale_cell(place, row, index);
  } else if (value.present) {
    cell_text(row, index, value, bold ? Role::ink : Role::masked, stands_out ? Role::acts : Role::second_ink,
              bold);
  }
  marks(row, index);
}

// Returns true if one of the cells [first, last) was the source of a stale read.
bool CombinationRows::is_stale(std::size_t row, std::uint64_t first, std::uint64_t last) const {
  const auto found = stale_.lower_bound({row, first});
  return found != stale_.end() && found->first < std::pair{row, last};
}

// Draws the stale values that were read, and the newer value, struck out, once it has been written.
void CombinationRows::stale_cell(const Rect& place, std::size_t row, std::uint64_t index) {
  const ElementType type = combination_.array_of(row).object.type;
  canvas_.fill_rect(place, Role::card, 4);
  canvas_.stroke_rect(place, Role::costs, 2.5f, 4);
  std::vector<std::string> values;
  const auto [begin, end] = stale_.equal_range({row, index});
  for (auto it = begin; it != end; ++it) {
    const sim::CombinationCell& value = it->second->value;
    const std::string text = value.present ? sim::format_value(value.bits, type) : "?";
    if (std::ranges::find(values, text) == values.end()) values.push_back(text);
  }
  std::string read = values.front();
  for (std::size_t i = 1; i < values.size(); ++i) read += ", " + values[i];
  const sim::CombinationWrite* write = combination_.write_before(row, index, frame_.position);
  const bool has_newer = write != nullptr && write->position >= begin->second->newer;
  const std::string newer = has_newer ? sim::format_value(write->bits, type) : std::string();
  if (!layout_.has_labels()) return stale_values_in_line(place, read, newer);
  const TextStyle style = bold_text(Role::costs, Align::centre);
  const TextStyle small = small_text(Role::second_ink, Align::centre);
  text_at(canvas_, place.centre().x, place.y + 12, fit_text(canvas_, read, style, place.width - 2), style);
  const std::string below = fit_text(canvas_, has_newer ? newer : "stale", small, place.width - 2);
  text_at(canvas_, place.centre().x, place.y + 26, below, small);
  if (has_newer) strike_out({place.centre().x, place.y + 26}, canvas_.text_width(below, small));
}

// Draws both values beside each other if they fit in a low cell; otherwise only the value that was read.
void CombinationRows::stale_values_in_line(const Rect& place, const std::string& read,
                                           const std::string& newer) {
  constexpr float gap = 5;
  const TextStyle bold = bold_text(Role::costs), small = small_text(Role::second_ink);
  const float first = canvas_.text_width(read, bold), second = canvas_.text_width(newer, small);
  const float both = first + gap + second, middle = place.centre().y;
  if (newer.empty() || both > place.width - 2) {
    const TextStyle centred = bold_text(Role::costs, Align::centre);
    return text_at(canvas_, place.centre().x, middle, fit_text(canvas_, read, centred, place.width - 2),
                   centred);
  }
  const float left = place.centre().x - both / 2;
  text_at(canvas_, left, middle, read, bold);
  text_at(canvas_, left + first + gap, middle, newer, small);
  strike_out({left + first + gap + second / 2, middle}, second);
}

void CombinationRows::strike_out(Point middle, float width) {
  const float half = width / 2 + 3;
  struck_out_ = true;
  canvas_.line({middle.x - half, middle.y}, {middle.x + half, middle.y}, Role::costs, 1.5f);
}

const WrongCell* CombinationRows::wrong_here(std::size_t row, std::uint64_t index) const {
  if (frame_.wrong.empty() || newest_[combination_.rows[row].array] != row) return nullptr;
  return wrong_at(frame_.wrong, combination_.id_of(row, index), frame_.position);
}

// Draws the actual value and the expected value.
void CombinationRows::wrong_cell(const Rect& place, const std::string& value, const std::string& expected) {
  has_wrong_cells_ = true;
  canvas_.fill_rect(place, Role::costs_pale, 4);
  canvas_.stroke_rect(place, Role::costs, 2.5f, 4);
  const TextStyle style = bold_text(Role::costs, Align::centre), small = small_text(Role::ink, Align::centre);
  const float middle_y = layout_.has_labels() ? place.y + 12 : place.centre().y;
  text_at(canvas_, place.centre().x, middle_y, fit_text(canvas_, value, style, place.width - 2), style);
  if (!layout_.has_labels()) return;
  // The number is not truncated, because a truncated number would look like a different number.
  std::string wanted = "not " + expected;
  for (const char* shorter : {"≠ ", "≠"})
    if (canvas_.text_width(wanted, small) > place.width - 2) wanted = shorter + expected;
  text_at(canvas_, place.centre().x, place.y + 26, fit_text(canvas_, wanted, small, place.width - 2), small);
}

void CombinationRows::cell_text(std::size_t row, std::uint64_t index, const sim::CombinationCell& value,
                                Role value_role, Role label_role, bool bold) {
  const Rect place = box(row, index);
  const std::string number = sim::format_value(value.bits, combination_.array_of(row).object.type);
  const TextStyle style =
      bold ? bold_text(value_role, Align::centre) : reading_text(value_role, Align::centre);
  // All values of a row with labels have the same baseline.
  const bool above_labels = bold && labelled_rows_.contains(row) && !labels_of(value.provenance).empty();
  const float middle = above_labels ? place.y + 12 : place.centre().y;
  const float room = place.width - 2;
  text_at(canvas_, place.centre().x, middle, fit_text(canvas_, number, style, room), style);
  if (!bold || !labelled_.contains({row, index})) return;
  const std::string& label = label_in_form(value.provenance, form_);
  has_short_labels_ = has_short_labels_ || label != labels_of(value.provenance).front();
  text_at(canvas_, place.centre().x, place.y + 26, label, small_text(label_role, Align::centre));
}

// Draws the number of hidden cells between two shown cells.
void CombinationRows::gaps(std::size_t row) {
  const std::vector<ColumnRun>& runs = columns(row).runs;
  for (std::size_t i = 1; i < runs.size(); ++i) {
    const float right = layout_.cells.x + runs[i].x - layout_.gap / 2;
    const float middle = right - kColumnGap / 2, centre_y = layout_.top(row) + layout_.cell_height / 2;
    const TextStyle style = small_text(Role::second_ink, Align::centre);
    const std::string hidden = count_text(runs[i].first - runs[i - 1].last);
    if (left_out_.empty()) left_out_ = hidden;
    if (layout_.has_labels()) {
      text_at(canvas_, middle, centre_y - 6, "…", style);
      text_at(canvas_, middle, centre_y + 7, hidden, style);
    } else {  // low rows have room for only one line
      text_at(canvas_, middle, centre_y, "…" + hidden, style);
    }
    gap_marks(row, runs[i - 1].last, runs[i].first,
              {middle - kColumnGap / 2 + 4, layout_.top(row), kColumnGap - 8, layout_.cell_height});
  }
}

// Marks the gap if one of the hidden cells [first, last) has changed or was the source of a stale read.
void CombinationRows::gap_marks(std::size_t row, std::uint64_t first, std::uint64_t last, const Rect& gap) {
  const std::uint32_t array = combination_.rows[row].array;
  if (is_stale(row, first, last)) canvas_.stroke_rect(gap, Role::costs, 2.5f, 6);
  const std::vector<std::uint64_t>& positions = combination_.rows[row].positions;
  const auto latest = std::lower_bound(positions.begin(), positions.end(), frame_.position);
  if (latest != positions.begin() && *(latest - 1) >= frame_.changed_since) {
    const auto& writes = combination_.rows[row].writes;
    const auto begin = std::lower_bound(writes.begin(), writes.end(), first,
                                        [](const auto& w, std::uint64_t c) { return w.cell < c; });
    const auto in_gap = [&](const sim::CombinationWrite& write) {
      return write.cell < last && changed(write);
    };
    const auto end = std::lower_bound(begin, writes.end(), last,
                                      [](const auto& w, std::uint64_t c) { return w.cell < c; });
    if (std::any_of(begin, end, in_gap)) canvas_.stroke_rect(gap, Role::changed, 3, 6);
  }
  const auto touched = touched_.lower_bound({array, first});
  if (newest_[array] != row || touched == touched_.end() || *touched >= std::pair{array, last}) return;
  const float middle = gap.centre().x, top = gap.bottom() + 2;
  canvas_.fill_polygon(std::array{Point{middle, top}, Point{middle + 5, top + 6}, Point{middle - 5, top + 6}},
                       Role::acts);
}

// Draws the boundaries between the parts of the work-groups in a local array.
void CombinationRows::group_edges(std::size_t row) {
  const sim::CombinationArray& array = combination_.array_of(row);
  if (!array.object.is_local || array.groups < 2 || layout_.gap < 1) return;
  for (const ColumnRun& run : columns(row).runs) {
    for (std::uint64_t group = run.first / array.object.elements + 1;
         group * array.object.elements < run.last; ++group) {
      if (group * array.object.elements <= run.first) continue;
      const float x = layout_.cells.x + columns(row).left(group * array.object.elements) - layout_.gap / 2;
      canvas_.line({x, layout_.top(row) - 4}, {x, layout_.top(row) + layout_.cell_height + 4},
                   Role::second_ink, 1.5f);
    }
  }
}

void CombinationRows::marks(std::size_t row, std::uint64_t index) {
  const Rect place = box(row, index);
  const std::uint32_t array = combination_.rows[row].array;
  if (newest_[array] == row && touched_.contains({array, index})) {
    canvas_.stroke_rect({place.x - 1, place.y - 1, place.width + 2, place.height + 2}, Role::acts, 2.5f, 5);
    const float middle = place.centre().x, top = place.bottom() + 2;
    canvas_.fill_polygon(
        std::array{Point{middle, top}, Point{middle + 5, top + 6}, Point{middle - 5, top + 6}}, Role::acts);
  }
  if (is_picked(row, index)) {
    canvas_.stroke_rect({place.x - 1, place.y - 1, place.width + 2, place.height + 2}, Role::ink, 3, 5);
    canvas_.fill_polygon(std::array{Point{place.right() - 10, place.y}, Point{place.right(), place.y},
                                    Point{place.right(), place.y + 10}},
                         Role::ink);
  }
  if (link_.cell && combination_.cell_of(row, *link_.cell, focus_.running) == index)
    canvas_.stroke_rect({place.x - 1, place.y - 1, place.width + 2, place.height + 2}, Role::ink, 2, 5);
}

bool CombinationRows::is_picked(std::size_t row, std::uint64_t index) const {
  if (newest_[combination_.rows[row].array] != row) return false;
  return std::ranges::any_of(frame_.picked, [&](const CellId& cell) {
    return combination_.cell_of(row, cell, focus_.running) == index;
  });
}

void CombinationRows::strip_row(std::size_t row) {
  const std::vector<ColumnRun>& runs = columns(row).runs;
  if (runs.empty()) return;
  const Rect strip{layout_.cells.x, layout_.top(row), std::min(layout_.cells.width, columns(row).right()),
                   layout_.cell_height};
  canvas_.fill_rect(strip, Role::ground, 2);
  canvas_.stroke_rect(strip, Role::line, 1, 2);
  const Role role = is_quiet(row) ? Role::waiting : Role::acts;
  Rect piece{};
  const auto flush = [&] {
    if (piece.width > 0) canvas_.fill_rect(piece, role, piece.width > 4 ? 2.0f : 0.0f);
  };
  const auto add = [&](const Rect& place) {
    // Cells that share pixels are drawn together.
    if (piece.width > 0 && place.x <= piece.right() + kSamePixel) {
      piece.width = std::max(piece.width, place.right() - piece.x);
      return;
    }
    flush();
    piece = place;
  };
  if (combination_.rows[row].initial) {
    if (!combination_.array_of(row).initial.empty())
      add({strip.x, strip.y, strip.width - layout_.gap, strip.height});
  } else {
    each_shown_write(row, kSamePixel, [&](const sim::CombinationWrite& write) {
      const Rect place = box(row, write.cell);
      if (changed(write) && place.width >= 3)
        canvas_.stroke_rect({place.x - 1, place.y - 2, place.width + 2, place.height + 4}, Role::changed, 2,
                            1);
      add(place);
    });
  }
  flush();
  for (auto it = stale_.lower_bound({row, 0}); it != stale_.end() && it->first.first == row; ++it) {
    if (!columns(row).shows(it->first.second)) continue;
    const Rect place = box(row, it->first.second);
    canvas_.stroke_rect({place.x - 1, place.y - 2, std::max(3.0f, place.width) + 2, place.height + 4},
                        Role::costs, 2, 1);
  }
  const auto highlighted = link_.cell ? combination_.cell_of(row, *link_.cell, focus_.running) : std::nullopt;
  if (highlighted && columns(row).shows(*highlighted)) {
    const Rect place = box(row, *highlighted);
    canvas_.stroke_rect({place.x - 1, place.y - 1, place.width + 2, place.height + 2}, Role::ink, 2, 1);
  }
}

}  // namespace lockstep::gui
