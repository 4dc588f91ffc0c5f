// Plays the run: a step whenever one is due at the chosen speed.
#pragma once

#include <chrono>
#include <optional>

#include "gui/pages/page.hpp"

namespace lockstep::gui {

class Player {
 public:
  using Clock = std::chrono::steady_clock;

  // Once a frame: the steps that are due by now, if the window plays. The shown page is asked first what
  // plays.
  void update(ActionContext& context, const std::vector<std::unique_ptr<Page>>& pages, Clock::time_point now);
  // When the next step is due; none: nothing plays.
  std::optional<Clock::time_point> due() const { return playing_ ? std::optional(next_) : std::nullopt; }

 private:
  bool playing_ = false;
  Clock::time_point next_{};
};

}  // namespace lockstep::gui
