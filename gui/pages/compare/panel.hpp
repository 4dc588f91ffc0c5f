// The Compare page's table: headings that sort, rows with bars, and two rows side by side below.
#pragma once

#include "gui/pages/compare/model.hpp"
#include "gui/pages/panel.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {

class CompareTable {
 public:
  // All rows in `area`, which scrolls if it is too low.
  void draw(PanelContext& context, const Rect& area, const std::vector<CompareRow>& rows);
  // Two marked rows and their difference, in the columns of the table.
  void draw_pair(PanelContext& context, const Rect& area, const CompareRow& first, const CompareRow& second);

  static constexpr float kPairHeight = 128;

 private:
  float draw_header(PanelContext& context, const Rect& area);
  float draw_family(PanelContext& context, const Rect& area, Algorithm::Family family);
  void draw_row(PanelContext& context, const Rect& rect, const CompareRow& row);
  void draw_mark(PanelContext& context, const Rect& rect, const CompareRow& row);
  void draw_label(PanelContext& context, const Rect& rect, const CompareRow& row);
  void draw_values(PanelContext& context, const Rect& rect, const CompareRow& row, bool with_bar);

  ScrollArea scroll_;
  bool drawn_ = false;
  std::string seen_;  // the row under the cursor in the last frame
};

}  // namespace lockstep::gui
