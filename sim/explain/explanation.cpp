#include "sim/explain/explanation.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/explain/moved_barrier.hpp"

namespace lockstep::sim {

Explanation explain_run(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                        const CountedRun& run, const std::stop_token& stop) {
  Explanation explanation;
  explanation.verdict = verdict_of(plan, model, schedule, run, stop);
  explanation.other = find_other_outcome(plan, model, schedule, run, stop);
  RaceCures cures(plan, model, schedule, run, explanation.other, stop);
  for (const Finding& finding : run.findings) {
    RaceCure cure = cures.of(finding);
    if (cure.barrier.empty() && cure.values.empty())
      cure = moved_barrier(plan, model, schedule, run, finding, stop);
    explanation.cures.push_back(std::move(cure));
  }
  if (schedule.lanes == LaneSchedule::lockstep) {
    const auto trials = try_lines(plan, model, schedule, run, stop);
    explanation.lines = costliest_lines(run, model, trials ? &*trials : nullptr);
  }
  return explanation;
}

std::string other_outcome_sentence(const Plan& plan, const Explanation& explanation) {
  if (!explanation.other) return {};
  return fmt::format(
      "{} with {}: {}",
      plan.expectation ? "The result of this run is right, but it is wrong" : "The result differs",
      schedule_words(explanation.other->schedule), explanation.other->wrong);
}

}  // namespace lockstep::sim
