// Writes the plan's launches in the syntax of a CUDA host program.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/translation/to_cuda/cuda_text.hpp"

namespace lockstep::sim::translation {

// The sizes of a kernel's arrays in shared memory, in the order of its parameters. Each size is the largest
// that a launch of the plan needs, rounded up to a multiple of 16 bytes. Empty if no launch gives the sizes.
struct SharedArrays {
  std::vector<std::uint64_t> bytes;
  std::uint64_t total() const;
  // Returns whether the arrays are declared with their sizes. This requires that there are several arrays and
  // that their total size is at most 48 KiB. Otherwise, the launch gives the size.
  bool are_declared() const;
};
SharedArrays shared_arrays(const Plan& plan, std::size_t program, std::string_view kernel);
// Returns the size of dynamic shared memory, which is the third value in the <<<…>>> of a launch.
std::uint64_t dynamic_bytes(const Plan& plan, const PlanLaunch& launch);

// Returns the launch as a statement, for example "reduce_first_add<<<8, 256, 1024>>>(out, in, 4096u);".
std::string launch_text(const Plan& plan, const PlanLaunch& launch,
                        const std::vector<KernelParameters>& kernels);
// Returns a C++ name for a buffer.
std::string buffer_name(const Plan& plan, std::size_t buffer);

// Returns comment lines that list the buffers, the data copied to them, and the launches.
std::string host_comment(const Plan& plan, std::size_t program, const std::vector<KernelParameters>& kernels);

}  // namespace lockstep::sim::translation
