#include "sim/explain/cures/other_outcome.hpp"

#include <fmt/format.h>

#include <vector>

#include "sim/explain/wrong_result/wrong_result.hpp"

namespace lockstep::sim {
namespace {

constexpr std::uint64_t kRandomOrders = 8;

std::vector<Schedule> others_than(const Schedule& schedule) {
  using enum ExecutionOrder::Kind;
  std::vector<Schedule> all{{LaneSchedule::independent, schedule.order}, {schedule.lanes, {adversarial, 0}}};
  for (std::uint64_t seed = 1; seed <= kRandomOrders; ++seed) all.push_back({schedule.lanes, {random, seed}});
  std::erase(all, schedule);
  return all;
}

bool has_race(const CountedRun& run) {
  for (const Finding& finding : run.findings)
    if (is_harmful_race(finding)) return true;
  return false;
}

std::string difference_of(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                          const CountedRun& run, const CountedRun& other) {
  if (plan.expectation) {
    const CheckResult check = check_run(plan, other);
    return check.message(plan.buffers[plan.expectation->result_buffer].name,
                         wrong_because(plan, model, schedule, other, check));
  }
  for (std::size_t buffer = 0; buffer < plan.buffers.size(); ++buffer) {
    if (run.buffers[buffer] != other.buffers[buffer])
      return fmt::format("{} has different values at the end.", plan.buffers[buffer].name);
  }
  return {};
}

}  // namespace

std::string schedule_words(const Schedule& schedule) {
  std::string text;
  if (schedule.lanes != LaneSchedule::lockstep) text = "independent lanes";
  if (schedule.order == ExecutionOrder{}) return text;
  if (!text.empty()) text += " in ";
  return text + (schedule.order.kind == ExecutionOrder::Kind::random
                     ? fmt::format("random order (seed {})", schedule.order.seed)
                     : to_string(schedule.order) + " order");
}

std::string schedule_options(const Schedule& schedule) {
  std::string text;
  if (schedule.lanes != LaneSchedule::lockstep) text = "--schedule " + to_string(schedule.lanes);
  if (schedule.order != ExecutionOrder{})
    text += (text.empty() ? "--order " : " --order ") + to_string(schedule.order);
  return text;
}

std::optional<OtherOutcome> find_other_outcome(const Plan& plan, const DeviceModel& model,
                                               const Schedule& schedule, const CountedRun& run,
                                               const std::stop_token& stop) {
  const std::vector<Schedule> schedules = others_than(schedule);
  const bool is_small =
      plan.n <= kMaxRepeatedElements && run.total.active_lanes <= kMaxRepeated / schedules.size();
  if (!is_small || !has_race(run) || !check_run(plan, run).passed()) return std::nullopt;
  RunOptions options{.detect_findings = false, .count_work = false};
  // With independent lanes, each lane is a warp, and loops that wait for another work-item need
  // more iterations.
  options.step_budget = 4 * run.total.active_lanes + 100'000;
  options.stop = stop;
  for (const Schedule& other : schedules) {
    options.schedule = other;
    const Result<CountedRun> again = run_counted(plan, model, options);
    if (stop.stop_requested()) return std::nullopt;
    if (again && again->early_end == EarlyEnd::endless_loop)
      return OtherOutcome{other, fmt::format("The kernel does not end: {}.", again->findings.back().message)};
    if (!again || again->early_end != EarlyEnd::none) continue;
    std::string wrong = difference_of(plan, model, other, run, *again);
    if (!wrong.empty()) return OtherOutcome{other, std::move(wrong)};
  }
  return std::nullopt;
}

}  // namespace lockstep::sim
