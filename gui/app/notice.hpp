// One sentence over the panels, for a few seconds: what was saved, or why something cannot be done. It lies
// where it covers no text.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>
#include <vector>

#include "gui/canvas/witness.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// The lowest place of this size, the middle first, where no text is written and nothing can be pressed; where
// there is none, that with the least text.
Rect free_place(const WrittenFrame& written, const std::vector<NamedPlace>& items, const WindowArea& window,
                float width, float height);
// As long as reading takes.
std::chrono::milliseconds notice_time(std::string_view sentence);

class Notice {
 public:
  using Clock = std::chrono::steady_clock;

  // The frame that begins has to be noted: the notice is new and looks for its place.
  bool needs_text(const Activity& activity) const {
    return !activity.notice.empty() && activity.notice_is_new;
  }
  // Draws Activity::notice after everything else, and clears it after its time or by a click on it.
  // `written`: the frame's text where it was noted.
  void draw(Ui& ui, Activity& activity, const WindowArea& window, const WrittenFrame* written,
            Clock::time_point now);
  // When it has to be drawn again because its time is over; none: there is no notice.
  std::optional<Clock::time_point> due(const Activity& activity) const {
    if (activity.notice.empty()) return std::nullopt;
    return activity.notice_is_new ? Clock::time_point{} : until_;
  }

 private:
  Clock::time_point until_{};
  Rect place_;
};

}  // namespace lockstep::gui
