#include "tests/sim/frontend/cuda/cuda_run.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "sim/launch/compiled_machine.hpp"
#include "sim/observers/finding_log.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

struct Prints : Observer {
  void on_print(const MachineState&, const Moment&, std::string_view text) override { all += text; }
  bool wants_prints() const override { return true; }
  std::string all;
};

}  // namespace

CudaRun run_cuda(const std::string& text, unsigned threads, LaneSchedule lanes) {
  Plan plan = kernel_plan(text, threads, threads);
  plan.programs[0].source.path = "test.cu";
  for (PlanBuffer& buffer : plan.buffers) buffer.elements = 256;
  MachineOptions options;
  options.schedule.lanes = lanes;
  const auto machine = compile_machine(plan, model_named("cc7.0"), options);
  if (!machine) {
    ADD_FAILURE() << machine.error().message;
    return {std::vector<int>(256, -1), {}, {}};
  }
  MachineState state = machine->initial_state();
  FindingLog log;
  Prints prints;
  Observer* const observers[] = {&log, &prints};
  machine->run(state, observers);
  const std::vector<std::byte> bytes = buffers_of(state)[0];
  CudaRun run;
  run.out.resize(bytes.size() / sizeof(int));
  std::memcpy(run.out.data(), bytes.data(), bytes.size());
  run.findings = log.findings();
  run.printed = prints.all;
  return run;
}

}  // namespace lockstep::sim
