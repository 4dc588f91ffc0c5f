#include "sim/observers/provenance/state.hpp"

#include <algorithm>

#include "core/plan/element.hpp"
#include "sim/observers/memory_objects.hpp"

namespace lockstep::sim {

ProvenanceLayout make_provenance_layout(const Machine& machine, std::uint32_t launch) {
  const Program& program = machine.program(machine.plan().launches[launch].program);
  ProvenanceLayout layout;
  layout.register_count = program.register_count;
  layout.private_bytes = program.private_bytes;
  layout.local_bases = local_object_offsets(program, machine.kernel(launch), machine.plan().launches[launch]);
  layout.private_bases.push_back(0);
  for (const PrivateObject& object : program.private_objects) layout.private_bases.push_back(object.offset);
  return layout;
}

std::uint32_t provenance_unit_bytes(const Machine& machine) {
  std::size_t narrowest = 4;
  for (std::size_t index = 0; index < machine.plan().programs.size(); ++index) {
    for (const Instruction& instruction : machine.program(index).code) {
      const bool accesses = instruction.op == Opcode::load || instruction.op == Opcode::store ||
                            instruction.op == Opcode::atomic;
      if (accesses) narrowest = std::min(narrowest, size_bytes(instruction.type));
    }
  }
  return static_cast<std::uint32_t>(narrowest);
}

}  // namespace lockstep::sim
