// A proposed launch (sim/launch/proposal.hpp) that was tried: a finding of the first sizes may come from the
// sizes, so others are tried before the kernel is accused.
#pragma once

#include <string>

#include "core/plan/launch_description.hpp"
#include "sim/launch/prepared_run.hpp"

namespace lockstep::sim {

struct TriedLaunch {
  LaunchDescription launch;
  bool is_clean = false;        // runs without an error; else the sizes that were tried first
  std::uint32_t host_line = 0;  // of a .cu file: where the host makes this launch; 0: it does not
};
TriedLaunch tried_launch(const KernelSource& source, const std::string& options, const Program& program,
                         const Kernel& kernel, const DeviceModel& model);

// The run of the launch that is proposed for a kernel file. Only its file, kernel, build options and model
// are used of the options.
Result<PreparedRun> propose_run(const LaunchOptions& options);

// What can be done with a kernel file: its kernels, and for each a command that runs it.
Result<std::string> summarise_kernel_file(const LaunchOptions& options);

}  // namespace lockstep::sim
