// Explains a rung of a ladder by the counts that fell or rose compared with the previous rung, and by the
// time that this saves or costs. The explanation is based on counts alone, independent of the algorithm.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/predicted_times/cost_model.hpp"

namespace lockstep::sim {

struct CountedRung {
  std::vector<LaunchWork> work;  // by launch
  PredictedTime time;
};

// A count that fell or rose from one rung to the next: "divergent branches 2.1 M → 66 k".
struct CountedCause {
  TimePart part = TimePart::launches;
  std::string count;  // name of the count: "divergent branches"
  double before = 0, after = 0;
  double saved_ns = 0;  // of the predicted time; negative: additional cost
};

struct RungExplanation {
  double predicted_gain = 1;         // time of the previous rung divided by the time of this one
  std::vector<CountedCause> causes;  // the most important first
  std::string sentence;
};

// Explains a rung. `measured_gain` determines whether a gain or a loss is explained; if it is not given, the
// predicted gain determines this.
RungExplanation explain_rung(const CountedRung& below, const CountedRung& rung,
                             std::optional<double> measured_gain = std::nullopt);

// Returns a text for sums in sentences, such as "12", "4.1 k" or "2.10 M".
std::string short_count(double count);

}  // namespace lockstep::sim
