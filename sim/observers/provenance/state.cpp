#include "sim/observers/provenance/state.hpp"

#include <algorithm>

#include "core/plan/element.hpp"
#include "core/plan/operator_code.hpp"
#include "sim/bytecode/memory_objects.hpp"

namespace lockstep::sim {

namespace {

const HelperFunction* find_combiner(const Plan& plan, const Program& program) {
  if (!plan.expectation) return nullptr;
  const HelperFunction* found = program.find_function(operator_function_name(plan.expectation->op));
  const bool combines_two = found != nullptr && found->parameters.size() == 2 && found->result.count > 0 &&
                            found->parameters[0].count == found->result.count &&
                            found->parameters[1].count == found->result.count;
  return combines_two ? found : nullptr;
}

}  // namespace

ProvenanceLayout make_provenance_layout(const Machine& machine, std::uint32_t launch) {
  const Program& program = machine.program(machine.plan().launches[launch].program);
  ProvenanceLayout layout;
  layout.register_count = program.register_count;
  layout.private_bytes = program.private_bytes;
  layout.local_bases = local_object_offsets(program, machine.kernel(launch), machine.plan().launches[launch]);
  layout.combiner = find_combiner(machine.plan(), program);
  layout.private_bases.push_back(0);
  for (const PrivateObject& object : program.private_objects) layout.private_bases.push_back(object.offset);
  return layout;
}

std::uint32_t provenance_unit_bytes(const Machine& machine) {
  std::size_t narrowest = 4;
  for (std::size_t index = 0; index < machine.plan().programs.size(); ++index) {
    for (const Instruction& instruction : machine.program(index).code) {
      const OpcodeInfo& info = opcode_info(instruction.op);
      if (info.has(opcodes::accesses) && !info.has(opcodes::untyped))
        narrowest = std::min(narrowest, size_bytes(instruction.type));
    }
  }
  return static_cast<std::uint32_t>(narrowest);
}

}  // namespace lockstep::sim
