// Makes questions that compare the bytes moved by the whole run with the bytes that other kernels move.
#include <algorithm>

#include "core/catalogue/algorithm.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/observers/counters/counters.hpp"
#include "sim/quiz/makers/makers.hpp"

namespace lockstep::quiz {
namespace {

PlanRequest request_of(const Plan& plan, const sim::DeviceModel& model) {
  using enum Expectation::Kind;
  const Expectation& expected = *plan.expectation;
  PlanRequest request;
  request.n = plan.n;
  request.group_size = plan.group_size;
  request.op = expected.op;
  request.type = plan.type;
  request.exclusive = expected.kind == exclusive_scan;
  request.input = plan.buffers[expected.input_buffer].content;
  request.limits = sim::limits_of(model);
  if (expected.mask_width != 0) request.pattern.mask_width = expected.mask_width;
  request.pattern.columns = expected.columns;
  if (expected.kind == histogram) request.pattern.bins = expected.parameter;
  if (expected.kind == split) request.pattern.bit = expected.parameter;
  if (expected.kind == compaction) request.pattern.keep_above = expected.parameter;
  return request;
}

Result<Plan> plan_of(const Algorithm& algorithm, const PlanRequest& request) {
  const auto source = load_kernel(algorithm, "");
  if (!source) return tl::unexpected(source.error());
  return make_plan(algorithm, request, *source);
}

// Returns kernels of the catalogue that solve the same problem.
std::vector<const Algorithm*> others_than(const Algorithm& own, const Plan& plan,
                                          const PlanRequest& request) {
  std::vector<const Algorithm*> found;
  for (const std::vector<Algorithm>* list : all_lists())
    for (const Algorithm& algorithm : *list) {
      if (algorithm.technique) continue;  // it shares the text of another algorithm
      const bool is_twin = own.hazard && own.hazard->twin == algorithm.id;
      if (algorithm.id == own.id || (own.hazard ? !is_twin : algorithm.family != own.family)) continue;
      const auto other = plan_of(algorithm, request);
      if (!other || !other->expectation || other->launches.empty()) continue;
      if (other->expectation->kind == plan.expectation->kind && other->n == plan.n)
        found.push_back(&algorithm);
    }
  return found;
}

}  // namespace

std::optional<Question> ask_fewer_bytes(const Asking& asking) {
  const QuizRun& run = asking.run;
  const Plan& plan = run.plan();
  if (run.has_items_only() || !plan.expectation || run.trace().counted().early_end != sim::EarlyEnd::none)
    return std::nullopt;
  const auto own = find_algorithm(plan.id);
  if (!own || plan.expectation->kind == Expectation::Kind::values) return std::nullopt;
  const PlanRequest request = request_of(plan, run.trace().model());
  // The request for the plan must be known: a plan made from the request must equal the plan of the run.
  const auto again = plan_of(**own, request);
  if (!again || again->launches != plan.launches || again->buffers != plan.buffers) return std::nullopt;
  std::vector<const Algorithm*> others = others_than(**own, plan, request);
  if (!asking.wanted.other.empty())
    std::erase_if(others, [&](const Algorithm* each) { return each->id != asking.wanted.other; });
  if (others.empty()) return std::nullopt;
  const Algorithm& other = *asking.random.one_of(others);
  sim::RunOptions options{
      .detect_findings = false, .schedule = run.trace().schedule(), .count_work = false, .threads = 1};
  options.step_budget = 10'000'000;
  const auto counted = sim::run_counted(*plan_of(other, request), run.trace().model(), options);
  if (!counted || counted->early_end != sim::EarlyEnd::none) return std::nullopt;
  const std::uint64_t bytes = run.trace().counted().total.bytes_moved,
                      others_bytes = counted->total.bytes_moved;
  Question question = begin_question(asking, QuestionKind::fewer_bytes, Form::choice, 0);
  question.reveal = run.trace().size();
  question.hides = hides_costs;
  question.text = say(Text::ask_fewer_bytes, {{"n", plan.n}, {"id", plan.id}, {"other", other.id}});
  question.reason =
      say(Text::reason_bytes,
          {{"id", plan.id}, {"bytes", bytes}, {"other", other.id}, {"other_bytes", others_bytes}});
  question.choices = {plan.id, other.id, say(Text::option_same_bytes)};
  question.answer.choice = bytes < others_bytes ? 0 : bytes > others_bytes ? 1 : 2;
  return question;
}

}  // namespace lockstep::quiz
