// One sentence over the panels, for a few seconds: what was saved, or why something cannot be done. It lies
// where it covers no text: where it is long in several lines, and in another place once the view below
// changes.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/app/notice_place.hpp"

namespace lockstep::gui {

// The time needed to read the sentence.
std::chrono::milliseconds notice_time(std::string_view sentence);

class Notice {
 public:
  using Clock = std::chrono::steady_clock;

  // Whether the next frame must be recorded, to find a place for the notice.
  bool needs_text(const Activity& activity) const { return !activity.notice.empty(); }
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
  void choose_place(const Canvas& canvas, std::string_view sentence, const PlaceFinder& finder,
                    const WindowArea& window);

  Clock::time_point until_{};
  std::vector<std::string> lines_;
  FreePlace place_;
  float window_width_ = 0, window_height_ = 0;  // for which the place was chosen
};

}  // namespace lockstep::gui
