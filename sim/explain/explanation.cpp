#include "sim/explain/explanation.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/explain/cures/cures.hpp"
#include "sim/explain/cures/launch_trials.hpp"
#include "sim/explain/exchanged_ids.hpp"
#include "sim/explain/local_share.hpp"
#include "sim/explain/values/value_findings.hpp"

namespace lockstep::sim {

struct Explaining::Impl {
  Impl(const Plan& the_plan, const DeviceModel& the_model, const Schedule& the_schedule,
       const CountedRun& the_run, std::stop_token the_stop)
      : plan(the_plan),
        model(the_model),
        schedule(the_schedule),
        run(the_run),
        stop(std::move(the_stop)),
        tried(the_plan) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  enum class Stage : std::uint8_t { verdict, values, other, findings, result, lines, ids, local_share, done };
  void begin_cures();
  void cure_finding();
  void cure_result();
  void cost_lines();
  Stage after(Stage stage) const;
  void work_on(Stage stage);

  const Plan& plan;
  const DeviceModel& model;
  Schedule schedule;
  const CountedRun& run;
  std::stop_token stop;
  Plan tried;  // the plan that the cures try
  std::optional<Cures> cures;
  Stage stage = Stage::verdict;
  Explanation explanation;
};

void Explaining::Impl::begin_cures() {
  // If a total requires another launch, no change of the text can make the result right.
  if (explanation.verdict.lacks_launch) tried.expectation.reset();
  cures.emplace(tried, model, schedule, run, explanation.other, stop);
}

void Explaining::Impl::cure_finding() {
  const Finding& finding = run.findings[explanation.cures.size()];
  // A guard with a wrong size is a mistake of the host program.
  if (Cure count = count_argument_cure(plan, model, schedule, run, finding, stop); !count.sentence.empty()) {
    explanation.cures.push_back(std::move(count));
    return;
  }
  // More memory may also hide a wrong index. Therefore, if the expected result is known, a change of the
  // kernel has priority.
  const bool is_kernels = tried.expectation && cures->repairs_all();
  Cure room = is_kernels ? Cure{} : local_room_cure(plan, model, schedule, run, finding, stop);
  explanation.cures.push_back(room.sentence.empty() ? cures->of(finding) : std::move(room));
}

void Explaining::Impl::cure_result() {
  if (!explanation.verdict.is_wrong()) return;
  explanation.result_cure.sentence = group_size_words(plan, model, schedule, run, stop);
  if (explanation.result_cure.sentence.empty() && !has_errors(run.findings) && !plan.programs.empty())
    explanation.result_cure =
        cures->of_wrong_result(0, explanation.verdict.from ? explanation.verdict.from->line : 0);
}

void Explaining::Impl::cost_lines() {
  const auto trials = try_lines(plan, model, schedule, run, stop);
  explanation.lines = costliest_lines(run, model, trials ? &*trials : nullptr);
}

Explaining::Impl::Stage Explaining::Impl::after(Stage now) const {
  const bool has_more = now == Stage::findings && explanation.cures.size() < run.findings.size();
  const bool is_last = now == Stage::result && schedule.lanes != LaneSchedule::lockstep;
  return has_more ? now : is_last ? Stage::done : static_cast<Stage>(static_cast<int>(now) + 1);
}

void Explaining::Impl::work_on(Stage now) {
  switch (now) {
    case Stage::verdict:
      explanation.verdict = verdict_of(plan, model, schedule, run, stop);
      break;
    case Stage::values:
      explanation.values = value_findings(plan, model, schedule, run, stop);
      break;
    case Stage::other:
      explanation.other = find_other_outcome(plan, model, schedule, run, stop);
      begin_cures();
      break;
    case Stage::findings:
      if (explanation.cures.size() < run.findings.size()) cure_finding();
      break;
    case Stage::result:
      cure_result();
      break;
    case Stage::lines:
      cost_lines();
      break;
    case Stage::ids:
      advise_exchanged_ids(plan, model, schedule, run, explanation.lines, stop);
      break;
    case Stage::local_share:
      advise_local_share(plan, model, schedule, run, explanation.lines, stop);
      break;
    case Stage::done:
      break;
  }
}

Explaining::Explaining(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                       const CountedRun& run, std::stop_token stop)
    : impl_(std::make_unique<Impl>(plan, model, schedule, run, std::move(stop))) {}
Explaining::Explaining(Explaining&&) noexcept = default;
Explaining& Explaining::operator=(Explaining&&) noexcept = default;
Explaining::~Explaining() = default;

std::optional<Explanation> Explaining::go_on() {
  impl_->work_on(impl_->stage);
  impl_->stage = impl_->after(impl_->stage);
  if (impl_->stage != Impl::Stage::done) return std::nullopt;
  return std::move(impl_->explanation);
}

Explanation explain_run(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                        const CountedRun& run, const std::stop_token& stop) {
  Explaining explaining(plan, model, schedule, run, stop);
  while (true)
    if (auto explanation = explaining.go_on()) return std::move(*explanation);
}

std::string other_outcome_sentence(const Plan& plan, const Explanation& explanation) {
  if (!explanation.other) return {};
  return fmt::format(
      "{} with {}: {}",
      plan.expectation ? "The result of this run is right, but it is wrong" : "The result differs",
      schedule_words(explanation.other->schedule), explanation.other->wrong);
}

}  // namespace lockstep::sim
