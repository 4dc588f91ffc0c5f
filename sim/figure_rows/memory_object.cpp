// The objects that a figure can show, and their names.
#include "sim/figure_rows/memory_object.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "sim/bytecode/memory_objects.hpp"

namespace lockstep::sim {
namespace {

const Kernel* kernel_of(const Trace& trace, std::uint32_t launch) {
  const PlanLaunch& entry = trace.plan().launches[launch];
  return trace.program(entry.program).find_kernel(entry.kernel);
}

void add_local_memories(const Trace& trace, std::uint32_t launch, std::vector<MemoryObject>& out) {
  const Program& program = trace.program(trace.plan().launches[launch].program);
  for (const NamedMemory& memory : named_memories(trace.plan(), launch, program))
    if (memory.space == Space::local)
      out.push_back({true, CellId::kLocalMemory, memory.type, memory.object, memory.offset_bytes,
                     memory.elements(), memory.name});
}

MemoryObject buffer_object(const Plan& plan, std::size_t buffer, std::string name, ElementType type) {
  return {false,
          static_cast<std::uint32_t>(buffer),
          type,
          static_cast<std::uint32_t>(buffer + 1),
          0,
          plan.buffers[buffer].bytes() / size_bytes(type),
          std::move(name)};
}

void add_buffers(const Trace& trace, std::uint32_t launch, const Kernel* kernel,
                 std::vector<MemoryObject>& out) {
  const Plan& plan = trace.plan();
  std::vector<bool> named(plan.buffers.size());
  const std::vector<Argument>& arguments = plan.launches[launch].arguments;
  for (std::size_t p = 0; kernel != nullptr && p < std::min(arguments.size(), kernel->parameters.size());
       ++p) {
    const auto* argument = std::get_if<BufferArgument>(&arguments[p]);
    // The indices of a sub-buffer differ from those of its buffer, so the buffer keeps its own name.
    if (argument == nullptr || argument->is_part() || named[argument->buffer]) continue;
    named[argument->buffer] = true;
    out.push_back(buffer_object(plan, argument->buffer, kernel->parameters[p].name,
                                plan.buffers[argument->buffer].type));
  }
  for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
    if (!named[i]) out.push_back(buffer_object(plan, i, plan.buffers[i].name, plan.buffers[i].type));
  }
}

template <class T>
T from_bits(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace

CellId MemoryObject::cell(std::uint64_t index) const {
  return {is_local ? CellId::kLocalMemory : buffer, offset_bytes / size_bytes(type) + index};
}

std::optional<std::uint64_t> MemoryObject::index_of(const CellId& cell) const {
  const std::uint64_t first = offset_bytes / size_bytes(type);
  if (cell.buffer != buffer || cell.index < first || cell.index - first >= elements) return std::nullopt;
  return cell.index - first;
}

std::optional<std::uint64_t> MemoryObject::index_of_address(std::uint64_t address) const {
  const Space space = space_of(address);
  if (is_local ? space != Space::local : (space != Space::global && space != Space::constant))
    return std::nullopt;
  std::int64_t offset = offset_of(address);
  const std::uint32_t number = object_of(address);
  if (is_local && number == 0) {
    offset -= static_cast<std::int64_t>(offset_bytes);
  } else if (number != object) {
    return std::nullopt;
  } else {
    offset -= static_cast<std::int64_t>(first_element * size_bytes(type));
  }
  if (offset < 0) return std::nullopt;
  const std::uint64_t index = static_cast<std::uint64_t>(offset) / size_bytes(type);
  return index < elements ? std::optional(index) : std::nullopt;
}

std::vector<MemoryObject> memory_objects(const Trace& trace, std::uint64_t position) {
  std::vector<MemoryObject> objects;
  const Plan& plan = trace.plan();
  if (plan.launches.empty()) {
    for (std::size_t i = 0; i < plan.buffers.size(); ++i)
      objects.push_back(buffer_object(plan, i, plan.buffers[i].name, plan.buffers[i].type));
    return objects;
  }
  const std::uint32_t launch =
      trace.size() == 0 ? 0 : trace.at(std::min(position, trace.size() - 1)).moment.launch;
  const Kernel* kernel = kernel_of(trace, launch);
  add_local_memories(trace, launch, objects);
  add_buffers(trace, launch, kernel, objects);
  return objects;
}

std::string name_address(const std::vector<MemoryObject>& objects, std::uint64_t address) {
  for (const MemoryObject& object : objects) {
    if (const auto index = object.index_of_address(address))
      return fmt::format("{}[{}]", object.name, *index);
  }
  // If the address is out of bounds, its text contains the index that was requested.
  for (const MemoryObject& object : objects) {
    const bool same_space = object.is_local == (space_of(address) == Space::local);
    if (same_space && object_of(address) == object.object)
      return fmt::format("{}[{}]", object.name, index_at(offset_of(address), size_bytes(object.type)));
  }
  return fmt::format("byte {}", offset_of(address));
}

std::string format_value(std::uint64_t bits, ElementType type) {
  switch (type) {
    case ElementType::int8:
      return fmt::format("{}", static_cast<int>(from_bits<std::int8_t>(bits)));
    case ElementType::uint8:
      return fmt::format("{}", static_cast<unsigned>(from_bits<std::uint8_t>(bits)));
    case ElementType::int16:
      return fmt::format("{}", from_bits<std::int16_t>(bits));
    case ElementType::uint16:
      return fmt::format("{}", from_bits<std::uint16_t>(bits));
    case ElementType::int32:
      return fmt::format("{}", from_bits<std::int32_t>(bits));
    case ElementType::uint32:
      return fmt::format("{}", from_bits<std::uint32_t>(bits));
    case ElementType::int64:
      return fmt::format("{}", from_bits<std::int64_t>(bits));
    case ElementType::uint64:
      return fmt::format("{}", bits);
    case ElementType::float32:
      return fmt::format("{:.6g}", from_bits<float>(bits));
    case ElementType::float64:
      return fmt::format("{:.6g}", from_bits<double>(bits));
    case ElementType::uint16x4:
      return element_text(&bits, type);
  }
  return {};
}

}  // namespace lockstep::sim
