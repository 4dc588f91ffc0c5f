// Draws the rows of a combination figure: what combination_draw.cpp puts a frame around.
#pragma once

#include <set>

#include "gui/figures/combination_layout.hpp"

namespace lockstep::gui {

class CombinationRows {
 public:
  CombinationRows(Canvas& canvas, const sim::Trace& trace, const Combination& combination,
                  CoverageLabels& labels, const CombinationFrame& frame, const CombinationLayout& layout,
                  const CombinationFocus& focus, const Link& link);

  void draw(float label_x);
  bool has_short_labels() const { return has_short_labels_; }
  Rect box(std::size_t row, std::uint64_t cell) const {
    return {layout_.cells.x + columns(row).left(cell), layout_.top(row), layout_.width(),
            layout_.cell_height};
  }

 private:
  const Columns& columns(std::size_t row) const { return layout_.columns[combination_.rows[row].array]; }
  float centre(std::size_t row, std::uint64_t cell) const {
    return layout_.cells.x + columns(row).left(cell) + layout_.width() / 2;
  }
  bool changed(const CombinationWrite& write) const;
  bool is_quiet(std::size_t row) const;
  template <class F>
  void each_shown_write(std::size_t row, float least_px, F f) const;

  void find_touched();
  void choose_form();
  std::size_t fitting_form(const std::vector<std::string>& labels, std::size_t from) const;
  const std::vector<std::string>& labels_of(sim::ProvenanceId id);

  void lines_into(std::size_t row);
  void line(std::size_t row, const CombinationWrite& write, const CombinationSource& source);
  void fan(std::size_t row, const CombinationWrite& write, const CombinationSource& source);
  float source_bottom(std::size_t row) const;
  void row_label(std::size_t row, float x);
  void text_row(std::size_t row);
  void cell(std::size_t row, std::uint64_t index);
  void cell_text(const Rect& box, const CombinationCell& cell, const CombinationArray& array, Role value_role,
                 Role label_role, bool labelled);
  void gaps(std::size_t row);
  void gap_marks(std::size_t row, std::uint64_t first, std::uint64_t last, const Rect& gap);
  void group_edges(std::size_t row);
  void marks(std::size_t row, std::uint64_t index);
  void strip_row(std::size_t row);

  Canvas& canvas_;
  const sim::Trace& trace_;
  const Combination& combination_;
  CoverageLabels& labels_;
  const CombinationFrame& frame_;
  const CombinationLayout& layout_;
  const CombinationFocus& focus_;
  const Link& link_;
  std::vector<std::size_t> newest_;                            // by array: its last row that has begun
  std::set<std::pair<std::uint32_t, std::uint64_t>> touched_;  // (array, cell): by the next moment
  std::size_t form_ = 0;                                       // of the labels
  bool has_short_labels_ = false;
};

}  // namespace lockstep::gui
