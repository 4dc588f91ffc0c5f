// A launch for a kernel of which nothing is known but its text: sizes that divide, buffers as large as the
// kernel uses them, local memory for a work-group. It is small enough to be looked at lane by lane.
#pragma once

#include <string>

#include "core/plan/launch_description.hpp"
#include "sim/frontend/tree/host_launch.hpp"
#include "sim/launch/prepared_run.hpp"

namespace lockstep::sim {

// What a proposal takes where the kernel does not say it. The window and the command line try several
// (sim/explain/tried_launch.hpp).
struct LaunchGuess {
  static constexpr std::uint64_t kAsManyAsItems = UINT64_MAX;
  // Buffers may be as large as the work-items squared, and local memory as large as it is used.
  bool has_matrices = false;
  // A work-group has a work-item for each element of the largest local array.
  bool follows_tile = false;
  std::uint64_t group_items = 0;               // of a work-group; 0: a usual size
  std::uint64_t groups = 2;                    // in each dimension, where the work-group's size is guessed
  bool is_wide = false;                        // of two dimensions: 16 × 4, not 8 × 8
  const language::HostLaunch* host = nullptr;  // what the host part of the file says
  std::uint64_t unnamed = 1;  // of values whose names say nothing; kAsManyAsItems: work-items of dimension 0
  bool by_last_word = false;  // "matrix_dim" says what "dim" does
  const char* integers = "random:1";  // in buffers that the kernel reads: they may be indices
};

// `source` compiles with `options` to `program`, which has the kernel. How far buffers and local memory are
// used is found by running the kernel once with room to spare.
LaunchDescription propose_launch(const KernelSource& source, const std::string& options,
                                 const Program& program, const Kernel& kernel, const DeviceModel& model,
                                 const LaunchGuess& guess = {});

// The arguments of `lockstep simulate` that make the same run of a description with one launch:
// "square.cl --global 64 …". Buffers that the kernel writes are printed.
std::string command_arguments(const LaunchDescription& description, const Program& program);

}  // namespace lockstep::sim
