// A launch for a kernel of which nothing is known but its text: sizes that divide, buffers as large as the
// kernel uses them, local memory for a work-group. It is small enough to be looked at lane by lane.
#pragma once

#include <string>

#include "core/plan/launch_description.hpp"
#include "sim/launch/prepared_run.hpp"

namespace lockstep::sim {

// `source` compiles with `options` to `program`, which has the kernel. How far buffers and local memory are
// used is found by running the kernel once with room to spare.
LaunchDescription propose_launch(const KernelSource& source, const std::string& options,
                                 const Program& program, const Kernel& kernel, const DeviceModel& model);

// The run of the launch that is proposed for a kernel file. Only its file, kernel, build options and model
// are used of the options.
Result<PreparedRun> propose_run(const LaunchOptions& options);

// The arguments of `lockstep simulate` that make the same run of a description with one launch:
// "square.cl --global 64 …". Buffers that the kernel writes are printed.
std::string command_arguments(const LaunchDescription& description, const Program& program);

// What can be done with a kernel file: its kernels, and for each a command that runs it.
Result<std::string> summarise_kernel_file(const LaunchOptions& options);

}  // namespace lockstep::sim
