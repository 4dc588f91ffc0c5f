// The plan's launches in the syntax of a CUDA host program.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/translation/to_cuda/cuda_text.hpp"

namespace lockstep::sim::translation {

// A kernel's arrays in shared memory, in the order of its parameters: each is as large as the largest of the
// plan's launches needs, in multiples of 16 bytes. None if no launch says it.
struct SharedArrays {
  std::vector<std::uint64_t> bytes;
  std::uint64_t total() const;
  // Several arrays are declared with their sizes; what is larger than 48 KiB, and one array, gets its size in
  // a launch.
  bool are_declared() const;
};
SharedArrays shared_arrays(const Plan& plan, std::size_t program, std::string_view kernel);
// Of dynamic shared memory, the third value of a launch.
std::uint64_t dynamic_bytes(const Plan& plan, const PlanLaunch& launch);

// "reduce_first_add<<<8, 256, 1024>>>(out, in, 4096u);"
std::string launch_text(const Plan& plan, const PlanLaunch& launch,
                        const std::vector<KernelParameters>& kernels);
// A C++ name for a buffer.
std::string buffer_name(const Plan& plan, std::size_t buffer);

// Lines of comment: buffers, what is copied into them, and the launches.
std::string host_comment(const Plan& plan, std::size_t program, const std::vector<KernelParameters>& kernels);

}  // namespace lockstep::sim::translation
