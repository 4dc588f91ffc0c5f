// Proposes a launch for a kernel of which only the text is known. The local size divides the global size,
// buffers are as large as the kernel needs, and local arrays are large enough for a work-group. The launch is
// small enough to be inspected lane by lane.
#pragma once

#include <string>

#include "core/plan/launch_description.hpp"
#include "sim/frontend/tree/host_launch.hpp"
#include "sim/launch/prepared_run.hpp"

namespace lockstep::sim {

// The values that a proposal uses if the kernel does not determine them. The window and the command line try
// several guesses (sim/explain/tried_launch.hpp).
struct LaunchGuess {
  static constexpr std::uint64_t kAsManyAsItems = UINT64_MAX;
  // Buffers may have as many elements as the square of the number of work-items, and local memory is as large
  // as the part that the kernel uses.
  bool has_matrices = false;
  // A work-group has one work-item for each element of the largest local array.
  bool follows_tile = false;
  std::uint64_t group_items = 0;               // per work-group; 0: a usual size
  std::uint64_t groups = 2;                    // in each dimension, if the work-group size is guessed
  bool is_wide = false;                        // in two dimensions: for example 16 × 4 instead of 8 × 8
  const language::HostLaunch* host = nullptr;  // the host part of the file
  std::uint64_t unnamed = 1;  // for values with other names; kAsManyAsItems: work-items of dimension 0
  bool by_last_word = false;  // "matrix_dim" is treated as "dim"
  // The fill of integer buffers that the kernel reads; the values may be indices.
  const char* integers = "random:1";
};

// Returns the proposed launch. `program` must be compiled from `source` with `options` and contain the
// kernel. To determine the extent of buffers and local memory, the kernel is run once with larger buffers.
LaunchDescription propose_launch(const KernelSource& source, const std::string& options,
                                 const Program& program, const Kernel& kernel, const DeviceModel& model,
                                 const LaunchGuess& guess = {});

// Returns the arguments of `lockstep simulate` that give the same run as a description with one launch, such
// as "square.cl --global 64 …". Buffers that the kernel writes are printed.
std::string command_arguments(const LaunchDescription& description, const Program& program);

}  // namespace lockstep::sim
