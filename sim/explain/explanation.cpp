#include "sim/explain/explanation.hpp"

#include <fmt/format.h>

#include "core/check/check.hpp"
#include "sim/explain/wrong_result.hpp"

namespace lockstep::sim {

Explanation explain_run(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                        const CountedRun& run, const std::stop_token& stop) {
  Explanation explanation;
  if (plan.expectation) {
    const CheckResult check = check_run(plan, run);
    explanation.wrong_because = wrong_because(plan, model, schedule, run, check, stop);
    explanation.wrong =
        check.message(plan.buffers[plan.expectation->result_buffer].name, explanation.wrong_because);
  }
  explanation.other = find_other_outcome(plan, model, schedule, run, stop);
  RaceCures cures(plan, model, schedule, run, explanation.other, stop);
  for (const Finding& finding : run.findings) explanation.cures.push_back(cures.of(finding));
  if (schedule.lanes == LaneSchedule::lockstep) explanation.lines = costliest_lines(run, model);
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
