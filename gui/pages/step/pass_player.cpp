#include "gui/pages/step/pass_player.hpp"

#include <algorithm>

namespace lockstep::gui {

void PassPlayer::follow(std::uint64_t position, unsigned passes, double now) {
  if (position != position_ || passes != passes_) {
    position_ = position;
    passes_ = passes;
    pass_ = kAll;
    since_.reset();
  }
  while (since_ && now >= *since_ + kSecondsEach) {
    *since_ += kSecondsEach;
    if (++pass_ < static_cast<int>(passes_)) continue;
    pass_ = kAll;
    since_.reset();
  }
}

void PassPlayer::next() {
  since_.reset();
  if (can_play() && ++pass_ >= static_cast<int>(passes_)) pass_ = kAll;
}

void PassPlayer::back() {
  since_.reset();
  if (can_play()) pass_ = pass_ == kAll ? static_cast<int>(passes_) - 1 : pass_ - 1;
}

void PassPlayer::play_or_stop(double now) {
  if (since_) {
    since_.reset();
  } else if (can_play()) {
    if (pass_ == kAll) pass_ = 0;
    since_ = now;
  }
}

std::optional<double> PassPlayer::due(double now) const {
  if (!since_) return std::nullopt;
  return std::max(0.0, *since_ + kSecondsEach - now);
}

}  // namespace lockstep::gui
