#include "gui/widgets/tooltips.hpp"

#include <algorithm>
#include <utility>

namespace lockstep::gui {

void Tooltips::begin_frame(double now, bool is_pressed, Point pointer) {
  now_ = now;
  if (!std::exchange(offered_, false)) {
    text_.clear();
    pressed_at_.reset();
  }
  if (!is_pressed) return;
  pressed_at_ = pointer;
  since_ = now;
  shown_at_ = -1;
  frames_ = 0;
}

bool Tooltips::offer(std::string_view text, const Rect& thing) {
  constexpr double still = 0.25;  // s, maximum pause between the tooltips of two items
  offered_ = true;
  if (text_ != text) {
    text_ = text;
    frames_ = 0;
    since_ = shown_at_ >= 0 && now_ - shown_at_ < still ? now_ - kDelay : now_;
  }
  if (pressed_at_ && thing.contains(*pressed_at_)) {
    since_ = now_;
    return false;
  }
  pressed_at_.reset();
  if (now_ - since_ < kDelay) return false;
  shown_at_ = now_;
  ++frames_;
  return true;
}

std::optional<double> Tooltips::due() const {
  if (!offered_ || pressed_at_) return std::nullopt;
  if (shown_at_ == now_) return frames_ < kFramesToFit ? std::optional(0.0) : std::nullopt;
  return std::max(0.0, since_ + kDelay - now_);
}

TooltipPlace place_tooltip(const Rect& thing, float window_width, float window_height) {
  constexpr float gap = 6, edge = 6, usual_width = 380, usual_height = 150;
  TooltipPlace place;
  const float below = window_height - thing.bottom(), above = thing.y;
  place.from_below = below < usual_height && above > below;
  place.corner.y = place.from_below ? thing.y - gap : thing.bottom() + gap;
  place.from_right = thing.x + usual_width > window_width;
  place.corner.x = place.from_right ? std::min(thing.right(), window_width - edge) : std::max(thing.x, edge);
  return place;
}

}  // namespace lockstep::gui
