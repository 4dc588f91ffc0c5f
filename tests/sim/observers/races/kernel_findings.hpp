// Findings of a small OpenCL C kernel, with the race detector.
#pragma once

#include <string>
#include <vector>

#include "sim/device_models/device_model.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/machine.hpp"
#include "sim/observers/finding_log.hpp"
#include "sim/observers/races/detector.hpp"

namespace lockstep::sim {

struct SmallLaunch {
  std::uint64_t items = 256;
  std::uint64_t group = 64;
  LaneSchedule lanes = LaneSchedule::lockstep;
};

// The kernel `k` takes `buffers` buffers of 1024 ints, all 0.
inline std::vector<Finding> findings_of_kernel(const std::string& text, std::size_t buffers,
                                               const SmallLaunch& size = {}) {
  Plan plan;
  plan.programs.push_back({{"test.cl", text, ""}, "-cl-std=CL2.0"});
  PlanLaunch launch;
  launch.kernel = "k";
  launch.range.global_size = {size.items, 1, 1};
  launch.range.local_size = {size.group, 1, 1};
  for (std::size_t i = 0; i < buffers; ++i) {
    PlanBuffer buffer{"b", ElementType::int32, 1024, PlanBuffer::Role::output, {}};
    buffer.content.pattern = Content::Pattern::constant;
    plan.buffers.push_back(buffer);
    launch.arguments.emplace_back(BufferArgument{i});
  }
  plan.launches.push_back(launch);
  MachineOptions options;
  options.schedule.lanes = size.lanes;
  const auto machine = compile_machine(plan, **find_device_model("cc9.0"), options);
  EXPECT_TRUE(machine.has_value()) << machine.error().message;
  if (!machine) return {};
  MachineState state = machine->initial_state();
  FindingLog log;
  RaceDetector races(*machine, log);
  Observer* const observers[] = {&log, &races};
  machine->run(state, observers);
  return log.findings();
}

}  // namespace lockstep::sim
