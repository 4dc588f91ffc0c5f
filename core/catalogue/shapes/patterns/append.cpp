// Appends a plan to another plan.
#include "core/catalogue/shapes/shapes.hpp"

namespace lockstep {

std::size_t append_plan(Plan& plan, Plan part, std::size_t input, const std::string& result_name) {
  const std::size_t programs = plan.programs.size(), first = plan.buffers.size();
  const std::size_t replaced = part.expectation->input_buffer;
  const auto place = [&](std::size_t buffer) {
    return buffer == replaced ? input : first + buffer - (buffer > replaced ? 1 : 0);
  };
  const std::size_t result = place(part.expectation->result_buffer);
  for (std::size_t i = 0; i < part.buffers.size(); ++i) {
    if (i == replaced) continue;
    PlanBuffer& buffer = part.buffers[i];
    buffer.role = PlanBuffer::Role::scratch;
    if (place(i) == result) buffer.name = result_name;
    plan.buffers.push_back(std::move(buffer));
  }
  for (PlanProgram& program : part.programs) plan.programs.push_back(std::move(program));
  for (PlanLaunch& launch : part.launches) {
    launch.program += programs;
    for (Argument& argument : launch.arguments)
      if (auto* buffer = std::get_if<BufferArgument>(&argument)) buffer->buffer = place(buffer->buffer);
    plan.launches.push_back(std::move(launch));
  }
  return result;
}

}  // namespace lockstep
