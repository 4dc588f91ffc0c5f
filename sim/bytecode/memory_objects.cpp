#include "sim/bytecode/memory_objects.hpp"

#include <algorithm>

namespace lockstep::sim {

namespace {

constexpr std::uint64_t kLocalAlignment = 128;

void add_local_memories(std::vector<NamedMemory>& memories, const Program& program, const Kernel& kernel,
                        const PlanLaunch& launch, ElementType of_plan) {
  const std::vector<std::uint64_t> offsets = local_object_offsets(program, kernel, launch);
  const auto kernel_index = static_cast<std::uint32_t>(&kernel - program.kernels.data());
  std::uint32_t object = 1;
  for (const LocalVariable& variable : program.local_variables) {
    if (variable.is_of(kernel_index) && variable.bytes != 0)
      memories.push_back(
          {Space::local, object, variable.name, variable.type, variable.offset, variable.bytes});
    ++object;
  }
  for (std::size_t index = 0; index < launch.arguments.size(); ++index, ++object) {
    const auto* local = std::get_if<LocalArgument>(&launch.arguments[index]);
    if (!local) continue;
    const Parameter& parameter = kernel.parameters[index];
    const std::uint32_t own = parameter.variable != 0 ? parameter.variable : object;
    memories.push_back(
        {Space::local, own, parameter.name, memory_type(parameter, of_plan), offsets[own], local->bytes});
  }
}

}  // namespace

std::vector<std::uint64_t> local_object_offsets(const Program& program, const Kernel& kernel,
                                                const PlanLaunch& launch) {
  std::vector<std::uint64_t> offsets{0};
  for (const LocalVariable& variable : program.local_variables) offsets.push_back(variable.offset);
  std::uint64_t end = kernel.local_bytes;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const auto* local = std::get_if<LocalArgument>(&launch.arguments[i]);
    if (local) end = (end + kLocalAlignment - 1) / kLocalAlignment * kLocalAlignment;
    offsets.push_back(end);
    if (i < kernel.parameters.size() && kernel.parameters[i].variable != 0)
      offsets[kernel.parameters[i].variable] = end;
    if (local) end += local->bytes;
  }
  return offsets;
}

std::vector<NamedMemory> named_memories(const Plan& plan, std::size_t launch, const Program& program) {
  std::vector<NamedMemory> memories;
  const PlanLaunch& planned = plan.launches[launch];
  const Kernel* kernel = program.find_kernel(planned.kernel);
  if (!kernel) return memories;
  add_local_memories(memories, program, *kernel, planned, plan.type);
  for (std::size_t index = 0; index < planned.arguments.size(); ++index) {
    const auto* argument = std::get_if<BufferArgument>(&planned.arguments[index]);
    if (!argument) continue;
    const PlanBuffer& buffer = plan.buffers[argument->buffer];
    const auto object = static_cast<std::uint32_t>(argument->buffer + 1);
    const bool known = std::ranges::any_of(memories, [&](const NamedMemory& memory) {
      return memory.space == Space::global && memory.object == object;
    });
    if (known) continue;
    const std::string& name = argument->is_part() ? buffer.name : kernel->parameters[index].name;
    memories.push_back({Space::global, object, name, buffer.type, 0, buffer.bytes()});
  }
  for (std::size_t index = 0; index < plan.buffers.size(); ++index) {
    const PlanBuffer& buffer = plan.buffers[index];
    if (buffer.variable_of == planned.program)
      memories.push_back({Space::global, static_cast<std::uint32_t>(index + 1), buffer.name, buffer.type, 0,
                          buffer.bytes()});
  }
  return memories;
}

std::optional<NamedElement> find_element(const std::vector<NamedMemory>& memories, std::uint64_t address) {
  const Space space = space_of(address) == Space::constant ? Space::global : space_of(address);
  const std::int64_t offset = offset_of(address);
  if (offset < 0) return std::nullopt;
  for (const NamedMemory& memory : memories) {
    if (memory.space != space) continue;
    // Object 0 is the entire local memory.
    const bool whole = space == Space::local && object_of(address) == 0;
    if (!whole && memory.object != object_of(address)) continue;
    const std::uint64_t begin = whole ? memory.offset_bytes : 0;
    const auto at = static_cast<std::uint64_t>(offset);
    if (at < begin || at >= begin + memory.bytes) continue;
    return NamedElement{&memory, (at - begin) / size_bytes(memory.type)};
  }
  return std::nullopt;
}

}  // namespace lockstep::sim
