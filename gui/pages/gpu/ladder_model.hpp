// Computes the ladders of the Run on GPU page without drawing: the measured and the predicted time of each
// rung, and the counts that explain its speed-up.
#pragma once

#include <string>
#include <vector>

#include "sim/predicted_times/ladder.hpp"

namespace lockstep::gui {

struct LadderRow {
  std::string id;
  std::string label;                // name of the rung, with its name in the document
  std::string idea;                 // one sentence about the algorithm
  std::string counts;               // "2 launches, 131 k requests"; empty if not counted
  std::string measured, predicted;  // times, or why there is no time, such as "not run" or "failed"
  double measured_share = 0, predicted_share = 0;  // fractions of the longest bar of the ladder
  std::string gain, predicted_gain;                // speed-up over the rung above
  bool is_slower = false;  // whether the measured time is longer than that of the rung above
  std::string why;         // why the rung is faster than the rung above; empty on the first rung
  std::string details;     // parts of the predicted time, for the tooltip
};

struct LadderModel {
  struct Family {
    std::string title;
    std::vector<LadderRow> rows;
  };
  std::string heading;  // such as "Ladder · 16 Mi elements, int, sum"
  std::string note;     // basis of the predicted times
  bool all_measured = false;
  std::vector<Family> families;
};

LadderModel prepare_ladder(const sim::LadderReport& report);

}  // namespace lockstep::gui
