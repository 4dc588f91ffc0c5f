#include "sim/explain/explanation.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/explain/cures/cures.hpp"
#include "sim/explain/cures/launch_trials.hpp"
#include "sim/explain/exchanged_ids.hpp"
#include "sim/explain/local_share.hpp"
#include "sim/explain/values/value_findings.hpp"

namespace lockstep::sim {

Explanation explain_run(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                        const CountedRun& run, const std::stop_token& stop) {
  Explanation explanation;
  explanation.verdict = verdict_of(plan, model, schedule, run, stop);
  explanation.values = value_findings(plan, model, schedule, run, stop);
  explanation.other = find_other_outcome(plan, model, schedule, run, stop);
  // Of a total that another launch has to make, no change of this text can be right.
  Plan tried = plan;
  if (explanation.verdict.lacks_launch) tried.expectation.reset();
  Cures cures(tried, model, schedule, run, explanation.other, stop);
  for (const Finding& finding : run.findings) {
    Cure room = local_room_cure(plan, model, schedule, run, finding, stop);
    explanation.cures.push_back(room.sentence.empty() ? cures.of(finding) : std::move(room));
  }
  if (explanation.verdict.is_wrong())
    explanation.result_cure.sentence = group_size_words(plan, model, schedule, run, stop);
  if (explanation.verdict.is_wrong() && explanation.result_cure.sentence.empty() &&
      !has_errors(run.findings) && !plan.programs.empty())
    explanation.result_cure =
        cures.of_wrong_result(0, explanation.verdict.from ? explanation.verdict.from->line : 0);
  if (schedule.lanes == LaneSchedule::lockstep) {
    const auto trials = try_lines(plan, model, schedule, run, stop);
    explanation.lines = costliest_lines(run, model, trials ? &*trials : nullptr);
    advise_exchanged_ids(plan, model, schedule, run, explanation.lines, stop);
    advise_local_share(plan, model, schedule, run, explanation.lines, stop);
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
