// A rung of a ladder explained: what it has to do less, or more, than the rung below, and what that is worth.
// Made from counts alone: nothing here knows an algorithm.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/cost/predicted_time.hpp"

namespace lockstep::sim {

struct CountedRung {
  std::vector<LaunchWork> work;  // by launch
  PredictedTime time;
};

// A count that fell or rose from one rung to the next, in words: "divergent branches 2.1 M → 66 k".
struct CountedCause {
  TimePart part = TimePart::launches;
  std::string count;  // what was counted: "divergent branches"
  double before = 0, after = 0;
  double saved_ns = 0;  // of the predicted time; below zero: it costs that much more
};

struct RungExplanation {
  double predicted_gain = 1;         // time of the rung below over this one's
  std::vector<CountedCause> causes;  // those that matter, the one that decides first
  std::string sentence;
};

// `measured_gain`, where there is one, says whether a gain is to be explained or a loss, else the predicted
// one.
RungExplanation explain_rung(const CountedRung& below, const CountedRung& rung,
                             std::optional<double> measured_gain = std::nullopt);

// "12", "4.1 k", "2.10 M": for sums that need no more digits.
std::string short_count(double count);

}  // namespace lockstep::sim
