// Generates the plan's launches in the syntax of a CUDA host program.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/translation/to_cuda/cuda_text.hpp"

namespace lockstep::sim::translation {

// The shared-memory arrays of a kernel, in the order of its parameters. Each array has the largest size that
// a launch of the plan needs, rounded up to a multiple of 16 bytes. Empty if no launch gives the sizes.
struct SharedArrays {
  std::vector<std::uint64_t> bytes;
  std::uint64_t total() const;
  // Whether the arrays are declared with their sizes. This requires several arrays of at most 48 KiB in
  // total; otherwise, the launch gives the size.
  bool are_declared() const;
};
SharedArrays shared_arrays(const Plan& plan, std::size_t program, std::string_view kernel);
// The size of dynamic shared memory, which is the third value of a launch.
std::uint64_t dynamic_bytes(const Plan& plan, const PlanLaunch& launch);

// For example "reduce_first_add<<<8, 256, 1024>>>(out, in, 4096u);".
std::string launch_text(const Plan& plan, const PlanLaunch& launch,
                        const std::vector<KernelParameters>& kernels);
// A C++ name for a buffer.
std::string buffer_name(const Plan& plan, std::size_t buffer);

// The comment lines about the buffers, the data copied to them, and the launches.
std::string host_comment(const Plan& plan, std::size_t program, const std::vector<KernelParameters>& kernels);

}  // namespace lockstep::sim::translation
