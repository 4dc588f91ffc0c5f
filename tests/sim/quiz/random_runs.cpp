#include "tests/sim/quiz/random_runs.hpp"

#include <fmt/format.h>

#include <vector>

#include "core/catalogue/algorithm.hpp"
#include "sim/machine/state/limits.hpp"

namespace lockstep::quiz {
namespace {

std::vector<const Algorithm*> all_algorithms() {
  std::vector<const Algorithm*> all;
  for (const std::vector<Algorithm>* list : all_lists())
    for (const Algorithm& algorithm : *list) all.push_back(&algorithm);
  return all;
}

sim::Schedule random_schedule(Random& random) {
  sim::Schedule schedule;
  if (random.below(6) == 0) schedule.lanes = sim::LaneSchedule::independent;
  if (random.below(6) == 0) schedule.order = {sim::ExecutionOrder::Kind::random, random.below(100)};
  if (random.below(12) == 0) schedule.order = {sim::ExecutionOrder::Kind::adversarial, 0};
  return schedule;
}

}  // namespace

std::optional<RandomRun> random_run(std::uint64_t number, Random& random) {
  static const std::vector<const Algorithm*> algorithms = all_algorithms();
  const Algorithm& algorithm = *algorithms[number % algorithms.size()];
  const std::vector<std::uint64_t> sizes{8, 12, 16, 16, 31, 32, 48, 64, 100, 128, 256};
  const std::vector<std::uint64_t> groups{4, 8, 8, 16, 32, 64, 128};
  const std::vector<ElementType> types{ElementType::int32,  ElementType::int32, ElementType::float32,
                                       ElementType::uint32, ElementType::int64, ElementType::float64};
  const std::vector<Operator> operators{Operator::sum, Operator::sum, Operator::sum,
                                        Operator::min, Operator::max, Operator::product};
  PlanRequest request;
  request.n = random.one_of(sizes);
  request.group_size = random.one_of(groups);
  request.type = random.one_of(types);
  request.op = random.one_of(operators);
  request.exclusive = algorithm.has_exclusive_form && random.below(3) == 0;
  request.input.seed = random.below(1000);
  const sim::DeviceModel& model = sim::device_models()[random.below(sim::device_models().size())];
  request.limits = sim::limits_of(model);
  const sim::Schedule schedule = random_schedule(random);
  const auto source = load_kernel(algorithm, "");
  if (!source) return std::nullopt;
  const auto plan = make_plan(algorithm, request, *source);
  if (!plan || plan->launches.empty()) return std::nullopt;
  sim::TraceOptions options{.max_moments = 60'000, .schedule = schedule};
  const auto trace = sim::Trace::record(*plan, model, options);
  if (!trace) return std::nullopt;
  RandomRun run{*trace, &model, ""};
  run.words =
      fmt::format("{} --n {} --group {} --type {} --op {} --model {} --seed {} --schedule {} --order {}{}",
                  algorithm.id, request.n, request.group_size, opencl_name(request.type), name(request.op),
                  model.name, request.input.seed, to_string(schedule.lanes), to_string(schedule.order),
                  request.exclusive ? " --exclusive" : "");
  return run;
}

}  // namespace lockstep::quiz
