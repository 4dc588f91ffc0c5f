// Functions that make the parts of plans, for all shapes.
#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {

Plan start_plan(const Algorithm& algorithm, const PlanRequest& request, const KernelSource& source,
                std::string input_name) {
  Plan plan;
  plan.id = algorithm.id;
  plan.n = request.n;
  plan.group_size = request.group_size;
  plan.type = request.type;
  plan.programs.push_back({source, program_options(algorithm, request)});
  PlanBuffer input;
  input.name = std::move(input_name);
  input.type = request.type;
  input.elements = request.n;
  input.role = PlanBuffer::Role::input;
  input.content = request.input;
  input.content.op = request.op;
  plan.buffers.push_back(std::move(input));
  return plan;
}

PlanBuffer empty_buffer(const PlanRequest& request, std::string name, std::uint64_t elements,
                        PlanBuffer::Role role) {
  PlanBuffer buffer;
  buffer.name = std::move(name);
  buffer.type = request.type;
  buffer.elements = elements;
  buffer.role = role;
  return buffer;
}

Expectation scan_expectation(const PlanRequest& request, std::size_t result_buffer, std::uint64_t depth) {
  return {.kind = request.exclusive ? Expectation::Kind::exclusive_scan : Expectation::Kind::inclusive_scan,
          .op = request.op,
          .result_buffer = result_buffer,
          .result_elements = request.n,
          .depth = depth};
}

NdRange range_for(const PlanRequest& request, std::uint64_t items) {
  return linear_range(divide_up(items, request.group_size) * request.group_size, request.group_size);
}

PlanLaunch make_launch(const Algorithm& algorithm, const NdRange& range, std::vector<Argument> arguments,
                       std::string label) {
  PlanLaunch launch;
  launch.kernel = kernel_name(algorithm);
  launch.range = range;
  launch.arguments = std::move(arguments);
  launch.label = std::move(label);
  return launch;
}

Argument uint_argument(std::uint64_t value) { return scalar_argument(static_cast<std::uint32_t>(value)); }

NdRange linear_range(std::uint64_t global_size, std::uint64_t local_size) {
  NdRange range;
  range.global_size[0] = global_size;
  range.local_size[0] = local_size;
  return range;
}

}  // namespace lockstep
