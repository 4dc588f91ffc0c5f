#include "gui/widgets/scroll_area.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep::gui {
namespace {

constexpr float kNotch = 48;  // px per notch of the wheel
constexpr float kBar = 4, kRevealMargin = 8;

}  // namespace

float ScrollArea::begin(Ui& ui, const Rect& area) {
  area_ = area;
  const float most = std::max(0.0f, content_ - area.height);
  offset_ = std::clamp(offset_ - (ui.shift_held() ? 0 : kNotch * ui.wheel(area)), 0.0f, most);
  // The clip rectangle is slightly wider than the content, to leave room for focus rings.
  const Rect clip{area.x - kRevealMargin, area.y - 2, area.width + 2 * kRevealMargin, area.height + 2};
  ui.canvas.push_clip(clip);
  ui.reach = clip;
  ui.wanted.reset();
  ui.canvas.show_whole_lines(clip.y, clip.bottom());
  return area.y - offset_;
}

bool ScrollArea::turn(int by) {
  const float most = std::max(0.0f, content_ - area_.height);
  const float to = std::clamp(offset_ + 0.8f * area_.height * static_cast<float>(by), 0.0f, most);
  if (std::abs(to - offset_) < 1) return false;
  offset_ = to;
  return true;
}

void ScrollArea::reveal(float height, float top, float bottom) {
  if (bottom > offset_ + height) offset_ = bottom - height;
  if (top < offset_) offset_ = top;
}

void ScrollArea::end(Ui& ui, float content_bottom) {
  ui.reach.reset();
  ui.canvas.show_all_lines();
  ui.canvas.pop_clip();
  content_ = content_bottom + offset_ - area_.y;
  // Scrolls to the focused item.
  const float top = area_.y - offset_;
  if (const auto wanted = std::exchange(ui.wanted, std::nullopt))
    reveal(area_.height, wanted->y - top, wanted->bottom() - top);
  if (content_ <= area_.height) return;
  const float length = area_.height * area_.height / content_;
  const float bar = area_.y + offset_ * area_.height / content_;
  ui.canvas.fill_rect({area_.right() + kRevealMargin - kBar, bar, kBar, length}, Role::waiting, kBar / 2);
}

}  // namespace lockstep::gui
