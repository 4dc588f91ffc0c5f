// Draws the rows of a combination figure; figure.cpp draws the heading and the footer.
#pragma once

#include <cmath>
#include <map>
#include <set>

#include "gui/figures/combination/layout.hpp"

namespace lockstep::gui {

class CombinationRows {
 public:
  CombinationRows(Canvas& canvas, const sim::Trace& trace, const sim::Combination& combination,
                  sim::CoverageLabels& labels, const CombinationFrame& frame, const CombinationLayout& layout,
                  const CombinationFocus& focus, const Link& link);

  void draw(float label_x);
  bool has_short_labels() const { return has_short_labels_; }
  // Returns true if a line is cut because its source is not in the row directly above.
  bool has_far_lines() const { return has_far_lines_; }
  bool has_stale_reads() const { return !stale_.empty(); }
  // Returns the number of cells that one of the drawn gaps hides; empty if no cells are hidden.
  const std::string& left_out() const { return left_out_; }
  bool has_wrong_cells() const { return has_wrong_cells_; }  // among the drawn cells
  bool leaves_out_rows() const { return leaves_out_rows_; }
  bool has_struck_out() const { return struck_out_; }  // a newer value is drawn next to a stale one
  Rect box(std::size_t row, std::uint64_t cell) const {
    return {layout_.cells.x + columns(row).left(cell), layout_.top(row), layout_.width(),
            layout_.cell_height};
  }

 private:
  const Columns& columns(std::size_t row) const { return layout_.columns[combination_.rows[row].array]; }
  float centre(std::size_t row, std::uint64_t cell) const {
    return layout_.cells.x + columns(row).left(cell) + layout_.width() / 2;
  }
  float label_room() const { return layout_.width() - 2; }
  bool changed(const sim::CombinationWrite& write) const;
  bool is_quiet(std::size_t row) const;
  // Calls f(write) for the latest store so far to each shown cell of the row. Skips cells that are less than
  // `least_px` from the previous cell.
  template <class F>
  void each_shown_write(std::size_t row, float least_px, F f) const;

  // A cell whose label shows the inputs contained in the cell's value.
  struct Labelled {
    std::uint64_t cell = 0;
    sim::ProvenanceId provenance = 0;
  };
  std::vector<Labelled> labelled_cells(std::size_t row) const;
  void choose_labels();
  bool fits(const std::vector<Labelled>& cells, std::size_t form);
  void choose_stride(std::size_t row, const std::vector<Labelled>& cells);
  const std::vector<std::string>& labels_of(sim::ProvenanceId id);
  const std::string& label_in_form(sim::ProvenanceId id, std::size_t form);

  // These functions are defined in lines.cpp.
  void lines_into(std::size_t row);
  void line(std::size_t row, const sim::CombinationWrite& write, const sim::CombinationSource& source);
  void far_line(Point from, Point to, Role role, bool stands_out);
  void fan(std::size_t row, const sim::CombinationWrite& write, const sim::CombinationSource& source);
  float source_bottom(std::size_t row) const;
  bool follows(std::size_t row, std::size_t above) const;
  bool has_warps(std::size_t row) const;
  Role role_of(std::size_t row, const sim::CombinationWrite& write) const;
  bool stands_out(std::size_t row, const sim::CombinationWrite& write) const;
  void name_warp(std::size_t row, const sim::CombinationWrite& write);

  void rows_left_out(std::size_t row);
  void row_label(std::size_t row, float x);
  void text_row(std::size_t row);
  void cell(std::size_t row, std::uint64_t index);
  void cell_text(std::size_t row, std::uint64_t index, const sim::CombinationCell& value, Role value_role,
                 Role label_role, bool bold);
  const WrongCell* wrong_here(std::size_t row, std::uint64_t index) const;  // null if the value is correct
  void wrong_cell(const Rect& place, const std::string& value, const std::string& expected);
  void stale_cell(const Rect& place, std::size_t row, std::uint64_t index);
  void stale_values_in_line(const Rect& place, const std::string& read, const std::string& newer);
  void strike_out(Point middle, float width);
  bool is_stale(std::size_t row, std::uint64_t first, std::uint64_t last) const;
  void gaps(std::size_t row);
  void gap_marks(std::size_t row, std::uint64_t first, std::uint64_t last, const Rect& gap);
  void group_edges(std::size_t row);
  void marks(std::size_t row, std::uint64_t index);
  bool is_picked(std::size_t row, std::uint64_t index) const;
  void strip_row(std::size_t row);

  Canvas& canvas_;
  const sim::Trace& trace_;
  const sim::Combination& combination_;
  sim::CoverageLabels& labels_;
  const CombinationFrame& frame_;
  const CombinationLayout& layout_;
  const CombinationFocus& focus_;
  const Link& link_;
  std::vector<std::size_t> newest_;  // for each array, the last row that has begun
  const std::set<std::pair<std::uint32_t, std::uint64_t>>& touched_;
  bool struck_out_ = false;
  std::string left_out_;
  // The stale reads so far, ordered by the row and the cell of their source.
  std::multimap<std::pair<std::size_t, std::uint64_t>, const sim::StaleRead*> stale_;
  std::size_t form_ = 0;                 // index of the form in which all labels are written
  std::set<std::size_t> labelled_rows_;  // rows that have room for labels
  std::set<std::pair<std::size_t, std::uint64_t>> labelled_;  // (row, cell) pairs with a label
  bool has_short_labels_ = false, has_far_lines_ = false, has_wrong_cells_ = false, leaves_out_rows_ = false;
};

template <class F>
void CombinationRows::each_shown_write(std::size_t row, float least_px, F f) const {
  const std::vector<sim::CombinationWrite>& writes = combination_.rows[row].writes;
  const auto stride = std::max<std::uint64_t>(
      1, static_cast<std::uint64_t>(std::ceil(least_px / std::max(0.01f, layout_.pitch))));
  for (const ColumnRun& run : columns(row).runs) {
    auto at =
        std::lower_bound(writes.begin(), writes.end(), run.first,
                         [](const sim::CombinationWrite& w, std::uint64_t cell) { return w.cell < cell; });
    while (at != writes.end() && at->cell < run.last) {
      const std::uint64_t cell = at->cell;
      const sim::CombinationWrite* latest = nullptr;
      for (; at != writes.end() && at->cell == cell; ++at)
        if (at->position < frame_.position) latest = &*at;
      if (latest == nullptr) continue;  // the neighbouring cell may have been written
      f(*latest);
      if (stride > 1)
        at = std::lower_bound(
            at, writes.end(), cell + stride,
            [](const sim::CombinationWrite& w, std::uint64_t next) { return w.cell < next; });
    }
  }
}

}  // namespace lockstep::gui
