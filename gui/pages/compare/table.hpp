// Draws the Compare page's table, with headings that sort the rows and with bars in the rows, and two marked
// rows side by side below the table.
#pragma once

#include "gui/pages/compare/model.hpp"
#include "gui/pages/panel.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {

// The range of columns that a table shows. The other columns become visible by scrolling.
struct ColumnPage {
  std::size_t first = 0, count = 0;
  bool has(std::size_t column) const { return column >= first && column < first + count; }
};
// Returns a range of as many of `total` columns as fit in `room` pixels, but at least one column. The range
// starts at `first`, or before `first` if the range would otherwise end after the last column.
ColumnPage column_page(float room, std::size_t total, std::size_t first);

class CompareTable {
 public:
  bool turn_on(int by) { return scroll_.turn(by); }
  // Draws all rows in `area`. If the area is too low, the rows can be scrolled.
  void draw(PanelContext& context, const Rect& area, const std::vector<CompareRow>& rows);
  // Draws two marked rows and their difference in the columns of the table.
  void draw_pair(PanelContext& context, const Rect& area, const CompareRow& first, const CompareRow& second);

  static float pair_height(const CompareRow& first, const CompareRow& second);

 private:
  static constexpr float kPairHeight = 128, kWrongLine = 22;
  // Chooses the visible columns for a table of this width. Scrolls to the sorted column when a different
  // column is sorted.
  void choose_columns(PanelContext& context, const Rect& area);
  void draw_column_buttons(PanelContext& context, const Rect& names);
  Rect cell(const Rect& row, std::size_t column) const;
  float draw_header(PanelContext& context, const Rect& area);
  float draw_family(PanelContext& context, const Rect& area, Algorithm::Family family);
  void draw_row(PanelContext& context, const Rect& rect, const CompareRow& row);
  void draw_mark(PanelContext& context, const Rect& rect, const CompareRow& row);
  void draw_label(PanelContext& context, const Rect& rect, const CompareRow& row);
  void draw_values(PanelContext& context, const Rect& rect, const CompareRow& row, bool with_bar);

  ScrollArea scroll_;
  ColumnPage columns_;
  std::string sorted_;  // column by which the last frame was sorted
  bool drawn_ = false;
  std::string seen_;  // row under the cursor in the last frame
};

}  // namespace lockstep::gui
