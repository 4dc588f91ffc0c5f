// The value that the lanes' cells show: the last result of each warp, or a variable of the source.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/figures/lanes/lanes.hpp"

namespace lockstep::gui {

struct LaneChoice {
  std::vector<std::string> labels;  // labels of the combo box; the first label selects the last result
  std::size_t chosen = 0;
  std::string
      shown;  // name of the shown value, such as "loaded on line 33", "t" or "left, not in scope here"
};
// Returns the choices at a moment. `variable`: the chosen variable; empty for the last result.
LaneChoice lane_choice(const sim::Trace& trace, std::uint64_t position, const std::string& variable,
                       const Lanes& lanes);
// Returns the variable that the state stores if the user takes the choice with index `taken`.
std::string variable_of(const LaneChoice& choice, std::size_t taken);

// Selects which pass of a local-memory access is shown: all passes together, a pass chosen by the user, or
// the passes in turn, each for a fixed time.

class PassPlayer {
 public:
  static constexpr double kSecondsEach = 0.9;
  static constexpr int kAll = -1;

  // Call this in each frame. `passes`: the number of passes of the access at `position`. A new access starts
  // with all passes together.
  void follow(std::uint64_t position, unsigned passes, double now);
  // Select the next or previous pass, and stop playing. After the last pass and before the first pass, all
  // passes are shown together.
  void next();
  void back();
  // Plays from the shown pass on, or from the first pass if all passes are shown. If the passes are already
  // playing, stops.
  void play_or_stop(double now);

  int pass() const { return pass_; }
  bool is_playing() const { return since_.has_value(); }
  bool can_play() const { return passes_ > 1; }
  // Seconds until the next pass is shown.
  std::optional<double> due(double now) const;

 private:
  std::uint64_t position_ = 0;
  unsigned passes_ = 0;
  int pass_ = kAll;
  std::optional<double> since_;  // start time of the playing pass, in seconds
};

}  // namespace lockstep::gui
