// All that can be said of a finished run to somebody who wonders why its kernel is wrong or slow: what the
// command line and the window tell in their own ways.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/explain/advice.hpp"
#include "sim/explain/race_cure.hpp"
#include "sim/memory/device_model.hpp"
#include "sim/observers/counters.hpp"

namespace lockstep::sim {

struct Explanation {
  std::string wrong;  // why the result is not that of the reference; empty when it is, or nobody knows
  std::string wrong_because;          // what is missing or doubled in it
  std::vector<RaceCure> cures;        // of each finding of the run
  std::optional<OtherOutcome> other;  // where this run's result is right in spite of its races
  std::vector<CostlyLine> lines;      // only for lanes in lockstep
};

// Runs the plan again where that finds more (see race_cure.hpp for what that may cost).
Explanation explain_run(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                        const CountedRun& run);

// "The result was right in this run, with --order adversarial it is not: out[0] is …"; "" where there is no
// other outcome.
std::string other_outcome_sentence(const Plan& plan, const Explanation& explanation);

}  // namespace lockstep::sim
