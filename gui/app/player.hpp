// Plays the run: makes a step whenever one is due at the selected speed.
#pragma once

#include <chrono>
#include <optional>

#include "gui/pages/page.hpp"

namespace lockstep::gui {

class Player {
 public:
  using Clock = std::chrono::steady_clock;

  // Makes the steps that are due if the window is playing. The shown page determines which run is playing.
  // Call this once per frame.
  void update(ActionContext& context, const std::vector<std::unique_ptr<Page>>& pages, Clock::time_point now);
  // When the next step is due; none: nothing is playing.
  std::optional<Clock::time_point> due() const { return playing_ ? std::optional(next_) : std::nullopt; }

 private:
  bool playing_ = false;
  Clock::time_point next_{};
};

}  // namespace lockstep::gui
