// Adapts the level of the questions to the answers. Three consecutive right answers raise the level, and two
// consecutive wrong answers lower it.
#pragma once

#include "gui/state/state.hpp"

namespace lockstep::gui {

class LevelRule {
 public:
  static constexpr unsigned kRightToRise = 3, kWrongToFall = 2;

  // Returns the level of the next question after an answer to a question of level `level`.
  unsigned after(bool is_right, unsigned level) {
    right_ = is_right ? right_ + 1 : 0;
    wrong_ = is_right ? 0 : wrong_ + 1;
    if (right_ < kRightToRise && wrong_ < kWrongToFall) return level;
    const bool rises = right_ >= kRightToRise;
    begin();
    if (rises) return level < PredictChoice::kMaxLevel ? level + 1 : level;
    return level > 1 ? level - 1 : level;
  }
  // Resets the count of answers after the level was set by hand.
  void begin() { right_ = wrong_ = 0; }

 private:
  unsigned right_ = 0, wrong_ = 0;
};

}  // namespace lockstep::gui
