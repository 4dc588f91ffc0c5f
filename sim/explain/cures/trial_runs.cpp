#include "sim/explain/cures/trial_runs.hpp"

#include <algorithm>
#include <utility>

#include "sim/explain/cures/other_outcome.hpp"
#include "sim/explain/wrong_result/wrong_result.hpp"

namespace lockstep::sim {
namespace {

std::uint64_t waiting_findings(const std::vector<Finding>& findings) {
  return static_cast<std::uint64_t>(std::ranges::count_if(findings, [](const Finding& finding) {
    using enum Finding::Kind;
    return finding.kind == barrier_divergence || finding.kind == step_budget || finding.kind == endless_loop;
  }));
}

// The limit of warp instructions for a trial if the run does not show how many instructions a correct
// run needs.
constexpr std::uint64_t kMostOfUnknown = 300'000;

// Returns the limit of warp instructions for a trial. If the run did not end, its instruction count does not
// show how many instructions a changed kernel needs.
std::uint64_t budget_of(const CountedRun& run) {
  const std::uint64_t usual = 4 * run.total.instructions + 10'000;
  return run.early_end == EarlyEnd::none ? usual : kMostOfUnknown;
}

bool can_repeat(const Plan& plan, const CountedRun& run) {
  return run.early_end != EarlyEnd::requested && plan.n <= kMaxRepeatedElements;
}

bool is_same(const Finding& one, const Finding& other) {
  const auto lines = [](const Finding& finding) {
    return std::minmax({finding.first.range.line, finding.second.range.line});
  };
  return one.kind == other.kind && one.severity == other.severity && lines(one) == lines(other);
}

}  // namespace

TrialRuns::TrialRuns(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                     const CountedRun& run, std::stop_token stop)
    : plan_(plan),
      model_(model),
      schedule_(schedule),
      run_(run),
      stop_(std::move(stop)),
      is_right_(!plan.expectation || check_run(plan, run).passed()),
      left_(can_repeat(plan, run) ? kMaxRepeated : 0) {}

bool TrialRuns::may_go_on() const {
  const std::uint64_t next = run_.early_end == EarlyEnd::none ? run_.total.active_lanes : 1;
  return left_ >= next && !stop_.stop_requested();
}

Trial run_trial(const Plan& changed, const DeviceModel& model, const Schedule& schedule,
                std::uint64_t step_budget, const std::stop_token& stop) {
  Trial trial;
  trial.plan = changed;
  RunOptions options{.schedule = schedule, .count_work = false};
  options.step_budget = step_budget;
  options.stop = stop;
  const Result<CountedRun> run = run_counted(trial.plan, model, options);
  if (!run) return trial;
  trial.active_lanes = run->total.active_lanes;
  trial.barriers = run->total.barriers;
  trial.load_requests = run->total.global_load_requests;
  trial.findings = run->findings;
  trial.is_usable = run->early_end == EarlyEnd::none || run->early_end == EarlyEnd::endless_loop;
  trial.is_right = !changed.expectation || check_run(trial.plan, *run).passed();
  return trial;
}

Plan TrialRuns::with_text(std::uint32_t program, const std::string& text) const {
  const KernelSource& source = plan_.programs[program].source;
  Plan changed = plan_;
  for (PlanProgram& built : changed.programs)
    if (built.source == source) built.source.text = text;
  return changed;
}

const Trial& TrialRuns::of(std::uint32_t program, const std::string& text) {
  const auto [entry, is_new] = trials_.try_emplace(text);
  Trial& trial = entry->second;
  if (!is_new || !may_go_on()) return trial;
  trial = run_trial(with_text(program, text), model_, schedule_, budget_of(run_), stop_);
  left_ -= std::min(left_, std::max<std::uint64_t>(trial.active_lanes, 1));
  trial.is_usable = trial.is_usable && waiting_findings(trial.findings) <= waiting_findings(run_.findings);
  return trial;
}

bool TrialRuns::is_right_with_other_inputs(std::uint32_t program, const std::string& text) {
  if (!plan_.expectation || plan_.expectation->kind >= Expectation::Kind::values) return true;
  Plan changed = with_text(program, text);
  PlanBuffer& input = changed.buffers[plan_.expectation->input_buffer];
  for (const std::uint64_t seed : {77, 78, 79}) {
    if (!may_go_on()) return false;
    input.content = {Content::Pattern::random, 0, seed, nullptr, plan_.expectation->op};
    const Trial trial = run_trial(changed, model_, schedule_, budget_of(run_), stop_);
    left_ -= std::min(left_, std::max<std::uint64_t>(trial.active_lanes, 1));
    if (!trial.is_clean()) return false;
  }
  return true;
}

bool TrialRuns::has(const Trial& trial, const Finding& finding) {
  return std::ranges::any_of(trial.findings, [&](const Finding& other) { return is_same(finding, other); });
}

bool TrialRuns::has_nothing_new(const Trial& trial) const {
  return std::ranges::all_of(trial.findings, [&](const Finding& found) {
    return found.severity != Severity::error ||
           std::ranges::any_of(run_.findings, [&](const Finding& known) { return is_same(found, known); });
  });
}

}  // namespace lockstep::sim
