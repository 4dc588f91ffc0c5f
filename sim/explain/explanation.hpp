// Explains a finished run: why its result is wrong, how to repair its races, and which lines are expensive.
// The command line and the window show it.
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
  RunVerdict verdict;                 // of the result, with the moment that first makes it wrong
  std::vector<Cure> cures;            // of each finding of the run
  Cure result_cure;                   // of a wrong result without errors
  std::optional<OtherOutcome> other;  // if this run's result is right despite its races
  std::vector<Finding> values;        // values that do not fit their type: warnings
  std::vector<CostlyLine> lines;      // only for lanes in lockstep
};

// Runs the plan again where a repetition yields more findings (see trial_runs.hpp for the cost). After a stop
// it ends soon, with the findings so far.
Explanation explain_run(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                        const CountedRun& run, const std::stop_token& stop = {});

// The same in steps, each with one answer: a caller without a thread can draw frames between them.
class Explaining {
 public:
  // The plan, the model and the run must outlive it.
  Explaining(const Plan& plan, const DeviceModel& model, const Schedule& schedule, const CountedRun& run,
             std::stop_token stop = {});
  Explaining(Explaining&&) noexcept;
  Explaining& operator=(Explaining&&) noexcept;
  ~Explaining();
  // The explanation after the last step.
  std::optional<Explanation> go_on();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// "The result of this run is right, but it is wrong with independent lanes: out[0] is …"; "" if there is no
// other outcome.
std::string other_outcome_sentence(const Plan& plan, const Explanation& explanation);

}  // namespace lockstep::sim
