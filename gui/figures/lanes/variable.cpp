#include "gui/figures/lanes/variable.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "gui/figures/lanes/lanes.hpp"
#include "sim/bytecode/address.hpp"

namespace lockstep::gui {

std::optional<ValuePlace> find_variable(const sim::Program& program, const sim::Kernel* kernel,
                                        const sim::Warp& warp, std::string_view name) {
  std::optional<ValuePlace> found;
  if (kernel != nullptr) {
    for (const sim::Parameter& parameter : kernel->parameters) {
      if (parameter.name == name && parameter.kind == sim::Parameter::Kind::value)
        found = ValuePlace{parameter.first, parameter.type, warp.existing, parameter.name};
    }
  }
  for (const sim::Variable& variable : program.variables) {
    if (variable.name == name && warp.pc >= variable.begin && warp.pc < variable.end)
      found = ValuePlace{variable.first,    variable.type,        warp.existing,
                         std::string(name), variable.in_register, variable.private_offset};
  }
  return found;
}

std::uint64_t lane_bits(const sim::MachineState& machine, const sim::Program& program, const sim::Warp& warp,
                        const ValuePlace& place, unsigned lane) {
  if (place.in_register) return machine.register_bits(warp, place.reg, place.type, lane);
  std::uint64_t bits = 0;
  const std::size_t offset = std::size_t{lane} * program.private_bytes + place.private_offset;
  const std::size_t bytes = size_bytes(place.type);
  if (offset + bytes <= warp.private_memory.size())
    std::memcpy(&bits, warp.private_memory.data() + offset, bytes);
  return bits;
}

bool is_address(std::uint64_t bits, ElementType type) {
  return type == ElementType::uint64 && bits >> 60 != 0 &&
         bits >> 60 <= static_cast<std::uint64_t>(sim::Space::constant);
}

std::vector<std::string> lane_variables(const sim::Trace& trace, std::uint64_t position) {
  std::vector<std::string> names;
  if (position >= trace.size()) return names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  const PlanLaunch& launch = trace.plan().launches[trace.at(position).moment.launch];
  const sim::Program& program = trace.program(launch.program);
  if (const sim::Kernel* kernel = program.find_kernel(launch.kernel)) {
    for (const sim::Parameter& parameter : kernel->parameters) {
      if (parameter.kind == sim::Parameter::Kind::value && parameter.count == 1) add(parameter.name);
    }
  }
  const std::uint32_t pc = trace.at(position).moment.pc;
  for (const sim::Variable& variable : program.variables) {
    const bool pointer = variable.type_name.find('*') != std::string::npos;
    if (variable.count == 1 && !pointer && pc >= variable.begin && pc < variable.end) add(variable.name);
  }
  return names;
}

}  // namespace lockstep::gui
