// Explains a finished run: why its result is wrong, how to repair its races, and which lines are expensive.
// The command line and the window show it.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/explain/advice.hpp"
#include "sim/explain/cures/cure.hpp"
#include "sim/explain/cures/other_outcome.hpp"
#include "sim/explain/verdict.hpp"
#include "sim/memory/device_model.hpp"
#include "sim/observers/counters.hpp"

namespace lockstep::sim {

struct Explanation {
  RunVerdict verdict;                 // of the result, with the moment from which it is wrong
  std::vector<Cure> cures;            // of each finding of the run
  Cure result_cure;                   // of a wrong result without errors
  std::optional<OtherOutcome> other;  // if this run's result is right despite its races
  std::vector<Finding> values;        // that do not fit their type: warnings
  std::vector<CostlyLine> lines;      // only for lanes in lockstep
};

// Runs the plan again where that finds more (see trial_runs.hpp for the cost). After a stop it ends soon,
// with the findings so far.
Explanation explain_run(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                        const CountedRun& run, const std::stop_token& stop = {});

// "The result of this run is right, but it is wrong with independent lanes: out[0] is …"; "" if there is no
// other outcome.
std::string other_outcome_sentence(const Plan& plan, const Explanation& explanation);

}  // namespace lockstep::sim
