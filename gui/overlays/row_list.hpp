// A list of rows below a text field that filters the rows. ↑ ↓, Page Up and Page Down move the selection and
// skip the headings between the rows. The list is scrolled so that the selected row is visible.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {

class RowList {
 public:
  static constexpr float kRow = 26;  // px

  // Replaces the rows. `headings`: for each row, whether it is a heading; `chosen`: the row to select, which
  // must not be a heading.
  void show(std::vector<bool> headings, std::optional<std::size_t> chosen);
  void choose(std::size_t row);
  std::optional<std::size_t> chosen() const { return chosen_; }

  // Handles a key; returns true if the key moves the selection.
  bool take(const KeyPress& press);
  // Calls `draw_row` for the visible rows.
  void draw(Ui& ui, const Rect& area, const std::function<void(std::size_t row, const Rect& rect)>& draw_row);
  // Draws the background of a row and makes it an item that can be pressed.
  ItemState row_item(Ui& ui, std::string_view id, const Rect& rect, std::size_t row) const;

 private:
  void step(int by);

  std::vector<bool> headings_;
  std::optional<std::size_t> chosen_;
  bool moved_ = false;  // whether the selected row may be outside the visible area
  ScrollArea scroll_;
};

}  // namespace lockstep::gui
