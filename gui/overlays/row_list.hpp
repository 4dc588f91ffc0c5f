// The rows below a text field that filters them: ↑ ↓, Page Up and Page Down move the choice, headings between
// the rows are passed over, and the chosen row is scrolled into view.
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

  // Other rows. `headings`: whether each is a heading; `chosen`: none is a heading.
  void show(std::vector<bool> headings, std::optional<std::size_t> chosen);
  void choose(std::size_t row);
  std::optional<std::size_t> chosen() const { return chosen_; }

  // True if the key moves the choice.
  bool take(const KeyPress& press);
  // Calls `draw_row` for the rows in sight.
  void draw(Ui& ui, const Rect& area, const std::function<void(std::size_t row, const Rect& rect)>& draw_row);
  // An item of a row that can be chosen, with its background.
  ItemState row_item(Ui& ui, std::string_view id, const Rect& rect, std::size_t row) const;

 private:
  void step(int by);

  std::vector<bool> headings_;
  std::optional<std::size_t> chosen_;
  bool moved_ = false;  // the chosen row may be out of sight
  ScrollArea scroll_;
};

}  // namespace lockstep::gui
