#include "tests/sim/plans.hpp"

#include <stdexcept>

namespace lockstep::sim {

namespace {

template <class T>
T value_of(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(*result);
}

}  // namespace

const DeviceModel& model_named(std::string_view name) { return *value_of(find_device_model(name)); }

Plan catalogue_plan(const std::string& id, const Choice& choice) {
  const Algorithm& algorithm = *value_of(find_algorithm(id));
  PlanRequest request;
  request.n = choice.n;
  request.group_size = choice.group_size;
  request.op = choice.op;
  request.type = choice.type;
  request.exclusive = choice.exclusive;
  request.limits = choice.limits;
  return value_of(make_plan(algorithm, request, value_of(load_kernel(algorithm, ""))));
}

Plan kernel_plan(const std::string& text, std::uint64_t global_size, std::uint64_t local_size,
                 std::uint64_t local_bytes) {
  Plan plan;
  plan.id = "test.cl";
  plan.n = global_size;
  plan.group_size = local_size;
  plan.programs.push_back({{"test.cl", text, ""}, ""});
  plan.buffers.push_back({"out",
                          ElementType::int32,
                          global_size,
                          PlanBuffer::Role::output,
                          {Content::Pattern::constant, 0, 1, nullptr}});
  plan.buffers.push_back({"in",
                          ElementType::int32,
                          global_size,
                          PlanBuffer::Role::input,
                          {Content::Pattern::iota, 0, 1, nullptr}});
  PlanLaunch launch;
  launch.kernel = "k";
  launch.range.global_size[0] = global_size;
  launch.range.local_size[0] = local_size;
  launch.arguments = {BufferArgument{0}, BufferArgument{1}};
  if (local_bytes != 0) launch.arguments.emplace_back(LocalArgument{local_bytes});
  plan.launches.push_back(launch);
  return plan;
}

}  // namespace lockstep::sim
