#include "gui/app/player.hpp"

#include <algorithm>

namespace lockstep::gui {
namespace {

bool play_on(ActionContext& context, const std::vector<std::unique_ptr<Page>>& pages) {
  if (const auto more = context.page.play_on(context)) return *more;
  for (const auto& page : pages)
    if (const auto more = page->play_on(context)) return *more;
  return false;
}

}  // namespace

void Player::update(ActionContext& context, const std::vector<std::unique_ptr<Page>>& pages,
                    Clock::time_point now) {
  bool& playing = context.activity.playing;
  if (playing && !playing_) next_ = now;
  if (playing) {
    const auto interval = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(1 / steps_per_second(context.state.speed)));
    // At high speeds, several steps are made in one frame. The limit skips the steps that were missed while
    // the computer was suspended.
    for (int i = 0; i < 32 && playing && next_ <= now; ++i) {
      playing = play_on(context, pages);
      next_ += interval;
    }
    next_ = std::max(next_, now);
  }
  playing_ = playing;
}

}  // namespace lockstep::gui
