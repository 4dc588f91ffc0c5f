#include "sim/machine/launch/program_variables.hpp"

#include <algorithm>
#include <cstring>

#include "sim/bytecode/address.hpp"

namespace lockstep::sim {
namespace {

// Converts an address in a Program to the address in the buffer.
std::uint64_t relocated(std::uint64_t address, std::size_t first_buffer) {
  const auto buffer = static_cast<std::uint32_t>(first_buffer + 1);
  return make_address(Space::global, object_of(address) - kFirstProgramVariable + buffer, offset_of(address));
}

void relocate(std::vector<std::byte>& bytes, const std::vector<std::uint64_t>& pointers,
              std::size_t first_buffer) {
  for (const std::uint64_t offset : pointers) {
    std::uint64_t address = 0;
    std::memcpy(&address, bytes.data() + offset, sizeof address);
    address = relocated(address, first_buffer);
    std::memcpy(bytes.data() + offset, &address, sizeof address);
  }
}

PlanBuffer buffer_of(const GlobalVariable& variable, std::size_t program, std::size_t first_buffer) {
  PlanBuffer buffer;
  buffer.name = variable.name;
  buffer.type = variable.type;
  buffer.elements = std::max<std::uint64_t>(variable.bytes / size_bytes(variable.type), 1);
  if (variable.is_const) buffer.access = PlanBuffer::Access::read_only;
  buffer.variable_of = program;
  buffer.content.pattern = Content::Pattern::constant;
  if (variable.initial_bytes.empty()) return buffer;
  std::vector<std::byte> bytes = variable.initial_bytes;
  relocate(bytes, variable.pointers, first_buffer);
  buffer.content.pattern = Content::Pattern::bytes;
  buffer.content.bytes = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  return buffer;
}

std::shared_ptr<const Program> with_addresses(const Program& program, std::size_t first_buffer) {
  auto placed = std::make_shared<Program>(program);
  for (Instruction& instruction : placed->code)
    if (instruction.op == Opcode::constant && instruction.mode == kProgramVariable)
      instruction.imm =
          static_cast<std::int64_t>(relocated(static_cast<std::uint64_t>(instruction.imm), first_buffer));
  relocate(placed->constant_data, placed->constant_pointers, first_buffer);
  return placed;
}

bool is_same(const PlanBuffer& one, const PlanBuffer& other) {
  return one.variable_of == other.variable_of && one.name == other.name && one.type == other.type &&
         one.elements == other.elements;
}

}  // namespace

void add_program_variables(Setup& setup) {
  std::vector<PlanBuffer>& buffers = setup.plan.buffers;
  const auto is_variable = [](const PlanBuffer& buffer) { return buffer.variable_of.has_value(); };
  const auto first_kept = std::ranges::find_if(buffers, is_variable);
  std::vector<PlanBuffer> kept(first_kept, buffers.end());
  buffers.erase(first_kept, buffers.end());
  for (std::size_t program = 0; program < setup.programs.size(); ++program) {
    const std::vector<GlobalVariable>& variables = setup.programs[program]->global_variables;
    const std::size_t first_buffer = buffers.size();
    setup.first_variables.push_back(first_buffer);
    for (const GlobalVariable& variable : variables) {
      buffers.push_back(buffer_of(variable, program, first_buffer));
      const auto same = std::ranges::find_if(
          kept, [&](const PlanBuffer& buffer) { return is_same(buffer, buffers.back()); });
      if (same == kept.end()) continue;
      buffers.back().content = same->content;
      kept.erase(same);
    }
    if (!variables.empty()) setup.programs[program] = with_addresses(*setup.programs[program], first_buffer);
  }
}

}  // namespace lockstep::sim
