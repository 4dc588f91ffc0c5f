// A proposed launch (sim/launch/proposal.hpp) that was tried: a finding with the first sizes may be caused by
// the sizes, so other sizes are tried before the kernel is held responsible.
#pragma once

#include <string>

#include "core/plan/launch_description.hpp"
#include "sim/launch/prepared_run.hpp"

namespace lockstep::sim {

struct TriedLaunch {
  LaunchDescription launch;
  bool is_clean = false;        // runs without an error; otherwise the first sizes are used
  std::uint32_t host_line = 0;  // for a .cu file: the line where the host makes this launch; 0 if it does not
};
TriedLaunch tried_launch(const KernelSource& source, const std::string& options, const Program& program,
                         const Kernel& kernel, const DeviceModel& model);

// The run of the launch that is proposed for a kernel file. Only its file, kernel, build options and model
// are used from the options.
Result<PreparedRun> propose_run(const LaunchOptions& options);

// Describes how to use a kernel file: its kernels, and a command that runs each.
Result<std::string> summarise_kernel_file(const LaunchOptions& options);

}  // namespace lockstep::sim
