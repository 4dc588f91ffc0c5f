// Proposes a launch (sim/launch/proposal.hpp) and tests it. A finding with the first sizes may be caused by
// these sizes, so other sizes are tried before an error of the kernel is assumed.
#pragma once

#include <string>

#include "core/plan/launch_description.hpp"
#include "sim/launch/prepared_run.hpp"

namespace lockstep::sim {

struct TriedLaunch {
  LaunchDescription launch;
  bool is_clean = false;        // whether it runs without an error; otherwise the first sizes are used
  std::uint32_t host_line = 0;  // for a .cu file: the line of this launch in the host code; 0: not in it
};
TriedLaunch tried_launch(const KernelSource& source, const std::string& options, const Program& program,
                         const Kernel& kernel, const DeviceModel& model);

// Prepares the run of the launch that is proposed for a kernel file. Only the file, the kernel, the build
// options and the model are taken from `options`.
Result<PreparedRun> propose_run(const LaunchOptions& options);

// Describes how to use a kernel file: its kernels, and a command for each kernel.
Result<std::string> summarise_kernel_file(const LaunchOptions& options);

}  // namespace lockstep::sim
