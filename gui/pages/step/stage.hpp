// What the lanes' cells may show: the last result of each warp, or a variable of the source.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/figures/lanes/lanes.hpp"

namespace lockstep::gui {

struct LaneChoice {
  std::vector<std::string> labels;  // the last result first
  std::size_t chosen = 0;
  std::string shown;  // what the cells hold now: "loaded on line 33", "t", "left, not in scope here"
};
// `variable`: the one that was chosen; empty for the last result.
LaneChoice lane_choice(const sim::Trace& trace, std::uint64_t position, const std::string& variable,
                       const Lanes& lanes);
// What a choice is kept as.
std::string variable_of(const LaneChoice& choice, std::size_t taken);

// Which pass of a local access is shown: all of them together, one by one at the user's pace, or one after
// another by the clock, each for a while as a still picture.

class PassPlayer {
 public:
  static constexpr double kSecondsEach = 0.9;
  static constexpr int kAll = -1;

  // Each frame: the access at `position` has so many passes. Another one begins with all of them together.
  void follow(std::uint64_t position, unsigned passes, double now);
  // One pass on or back; after the last and before the first all of them together. Ends playing.
  void next();
  void back();
  // From the pass that is shown on, or from the first one; stops when it plays.
  void play_or_stop(double now);

  int pass() const { return pass_; }
  bool is_playing() const { return since_.has_value(); }
  bool can_play() const { return passes_ > 1; }
  // Seconds until the picture changes by itself.
  std::optional<double> due(double now) const;

 private:
  std::uint64_t position_ = 0;
  unsigned passes_ = 0;
  int pass_ = kAll;
  std::optional<double> since_;  // when the pass that is played began, in seconds
};

}  // namespace lockstep::gui
