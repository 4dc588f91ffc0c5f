// One sentence over the panels, for a few seconds: what was saved, or why something cannot be done.
#pragma once

#include <chrono>
#include <optional>

#include "gui/pages/panel.hpp"

namespace lockstep::gui {

class Notice {
 public:
  using Clock = std::chrono::steady_clock;

  // Draws Activity::notice, and clears it after its time.
  void draw(Ui& ui, Activity& activity, const WindowArea& window, Clock::time_point now);
  // When it has to be drawn again because its time is over; none: there is no notice.
  std::optional<Clock::time_point> due(const Activity& activity) const {
    if (activity.notice.empty()) return std::nullopt;
    return activity.notice_is_new ? Clock::time_point{} : until_;
  }

 private:
  Clock::time_point until_{};
};

}  // namespace lockstep::gui
