#include "sim/launch/compiled_machine.hpp"

#include "sim/compiler/compile.hpp"

namespace lockstep::sim {

Result<Machine> compile_machine(const Plan& plan, const DeviceModel& model, const MachineOptions& options) {
  if (auto valid = validate(plan); !valid) return tl::unexpected(valid.error());
  std::vector<std::shared_ptr<const Program>> programs;
  for (const PlanProgram& wanted : plan.programs) {
    auto compiled = language::compile(wanted.source, wanted.options);
    if (!compiled) return tl::unexpected(compiled.error());
    programs.push_back(std::move(*compiled));
  }
  return Machine::create(plan, std::move(programs), model, options);
}

Result<Machine> repeating_machine(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                                  std::uint64_t instructions) {
  MachineOptions options;
  options.track_uninitialised = false;
  options.schedule = schedule;
  options.step_budget = instructions + 1;  // one more, because the budget may have ended the run
  return compile_machine(plan, model, options);
}

}  // namespace lockstep::sim
