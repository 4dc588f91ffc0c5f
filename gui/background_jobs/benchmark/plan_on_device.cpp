#include "gui/background_jobs/benchmark/plan_on_device.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gui/session/run.hpp"
#include "sim/translation/to_opencl/opencl_form.hpp"

namespace lockstep::gui {

Result<PlanOnDevice> plan_on_device(const Run& run) {
  const sim::Trace& trace = *run.trace;
  // OpenCL devices compile kernels of CUDA C++ as OpenCL C.
  Result<Plan> plan = sim::translation::with_opencl_text(trace.plan());
  if (!plan) return tl::unexpected(plan.error());
  if (run.request.recorded) {
    const auto& buffers = run.request.recorded->buffers;
    const auto variable = std::ranges::find_if(
        buffers, [](const PlanBuffer& buffer) { return buffer.variable_of.has_value(); });
    if (variable != buffers.end())
      return failure(
          fmt::format("The recording begins with a value of {}, a variable at program scope. A host "
                      "cannot set such a variable on a device: record from the program's first launch on.",
                      variable->name));
  }
  PlanOnDevice wanted{std::move(*plan), {trace.counted().buffers, {}}};
  const auto at_end = trace.seek(trace.size());
  for (const auto& written : at_end->machine.buffer_written) wanted.simulator.written.push_back(written);
  // The simulated machine adds a buffer for each variable at program scope; a device allocates these
  // variables itself.
  std::erase_if(wanted.plan.buffers, [](const PlanBuffer& buffer) { return buffer.variable_of.has_value(); });
  // Host writes after the last launch are not part of the result.
  std::erase_if(wanted.plan.host_calls, [&](const HostCall& call) {
    return call.before_launch == wanted.plan.launches.size() && call.changes_buffer();
  });
  if (wanted.plan.launches.empty()) return failure("There is no launch to run.");
  return wanted;
}

}  // namespace lockstep::gui
