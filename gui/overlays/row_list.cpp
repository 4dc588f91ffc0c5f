#include "gui/overlays/row_list.hpp"

#include <cstdlib>
#include <utility>

namespace lockstep::gui {

void RowList::show(std::vector<bool> headings, std::optional<std::size_t> chosen) {
  headings_ = std::move(headings);
  chosen_ = chosen;
  moved_ = true;
}

void RowList::choose(std::size_t row) {
  chosen_ = row;
  moved_ = true;
}

void RowList::step(int by) {
  if (!chosen_) return;
  auto at = static_cast<std::ptrdiff_t>(*chosen_);
  const int direction = by < 0 ? -1 : 1;
  for (int left = std::abs(by); left > 0;) {
    at += direction;
    if (at < 0 || at >= static_cast<std::ptrdiff_t>(headings_.size())) break;
    if (headings_[static_cast<std::size_t>(at)]) continue;
    chosen_ = static_cast<std::size_t>(at);
    --left;
  }
  moved_ = true;
}

bool RowList::take(const KeyPress& press) {
  switch (press.key) {
    case Key::down:
    case Key::up:
      step(press.key == Key::down ? 1 : -1);
      return true;
    case Key::page_down:
    case Key::page_up:
      step(press.key == Key::page_down ? 10 : -10);
      return true;
    default:
      return false;
  }
}

void RowList::draw(Ui& ui, const Rect& area,
                   const std::function<void(std::size_t row, const Rect& rect)>& draw_row) {
  // Scroll only after the first frame, which measures the length of the list.
  if (chosen_ && scroll_.content_height() > 0 && std::exchange(moved_, false)) {
    // Also show the heading above the first row of a part.
    const std::size_t above = *chosen_ > 0 && headings_[*chosen_ - 1] ? *chosen_ - 1 : *chosen_;
    scroll_.reveal(area.height, kRow * static_cast<float>(above), kRow * static_cast<float>(*chosen_ + 1));
  }
  const float top = scroll_.begin(ui, area);
  for (std::size_t i = 0; i < headings_.size(); ++i) {
    const Rect rect{area.x, top + kRow * static_cast<float>(i), area.width, kRow - 2};
    if (rect.bottom() >= area.y && rect.y <= area.bottom()) draw_row(i, rect);
  }
  scroll_.end(ui, top + kRow * static_cast<float>(headings_.size()));
}

ItemState RowList::row_item(Ui& ui, std::string_view id, const Rect& rect, std::size_t row) const {
  const ItemState state = ui.item(id, rect);
  if (chosen_ == row || state.hovered) ui.canvas.fill_rect(rect, Role::acts_pale, 4);
  if (chosen_ == row) ui.canvas.stroke_rect(rect, Role::acts, 1, 4);
  return state;
}

}  // namespace lockstep::gui
