// Shows one sentence over the panels for a few seconds: what was saved, or why an action is not possible. The
// notice is placed where it covers no text. A long sentence is broken into several lines, and the notice
// moves when the view below it changes.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/app/notice_place.hpp"

namespace lockstep::gui {

// Returns the time needed to read the sentence.
std::chrono::milliseconds notice_time(std::string_view sentence);

class Notice {
 public:
  using Clock = std::chrono::steady_clock;

  // Whether the text of the next frame must be recorded, to find a place for the notice.
  bool needs_text(const Activity& activity) const { return !activity.notice.empty(); }
  // Draws Activity::notice above everything else. Clears the notice when its time is over or when it is
  // clicked. `written`: the text of the frame, if it was recorded.
  void draw(Ui& ui, Activity& activity, const WindowArea& window, const WrittenFrame* written,
            Clock::time_point now);
  // When the frame must be drawn again because the time of the notice is over; none: there is no notice.
  std::optional<Clock::time_point> due(const Activity& activity) const {
    if (activity.notice.empty()) return std::nullopt;
    return activity.notice_is_new ? Clock::time_point{} : until_;
  }

 private:
  void choose_place(const Canvas& canvas, std::string_view sentence, const PlaceFinder& finder,
                    const WindowArea& window);

  Clock::time_point until_{};
  std::vector<std::string> lines_;
  FreePlace place_;
  float window_width_ = 0, window_height_ = 0;  // window size for which the place was chosen
};

}  // namespace lockstep::gui
