// Explains a finished run: why its result is wrong, how to repair its races, and which lines are expensive.
// The command line and the window show this explanation.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/explain/advice.hpp"
#include "sim/explain/cures/cure.hpp"
#include "sim/explain/cures/other_outcome.hpp"
#include "sim/explain/verdict.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

struct Explanation {
  RunVerdict verdict;                 // of the result, with the moment that first makes the result wrong
  std::vector<Cure> cures;            // one for each finding of the run, in the same order
  Cure result_cure;                   // of a wrong result in a run without errors
  std::optional<OtherOutcome> other;  // if the result of this run is right despite its races
  std::vector<Finding> values;        // values that do not fit their type: warnings
  std::vector<CostlyLine> lines;      // empty unless the lanes run in lockstep
};

// Explains the run, and repeats it where a repetition gives more findings (trial_runs.hpp limits the cost). A
// stop request ends the function soon; it then returns the findings up to this point.
Explanation explain_run(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                        const CountedRun& run, const std::stop_token& stop = {});

// Makes the same explanation in steps, so that a caller without a second thread can draw frames between
// the steps.
class Explaining {
 public:
  // The plan, the model and the run must outlive this object.
  Explaining(const Plan& plan, const DeviceModel& model, const Schedule& schedule, const CountedRun& run,
             std::stop_token stop = {});
  Explaining(Explaining&&) noexcept;
  Explaining& operator=(Explaining&&) noexcept;
  ~Explaining();
  // Executes the next step; returns the explanation after the last step.
  std::optional<Explanation> go_on();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Returns "The result of this run is right, but it is wrong with independent lanes: out[0] is …"; "" if the
// explanation contains no other outcome.
std::string other_outcome_sentence(const Plan& plan, const Explanation& explanation);

}  // namespace lockstep::sim
