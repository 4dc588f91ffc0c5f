// The plan's launches in the syntax of a CUDA host program.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/translation/cuda_text.hpp"

namespace lockstep::sim::translation {

// Where a kernel's arrays in shared memory begin, in the order of its parameters: one after another, each at
// a multiple of 16 bytes and as large as the largest of the plan's launches needs.
struct LocalPlaces {
  std::vector<std::uint64_t> offsets;
  std::uint64_t bytes = 0;  // of all
};
LocalPlaces local_places(const Plan& plan, std::size_t program, std::string_view kernel);

// "reduce_first_add<<<8, 256, 1024>>>(out, in, 4096u);"
std::string launch_text(const Plan& plan, const PlanLaunch& launch,
                        const std::vector<KernelParameters>& kernels);
// A C++ name for a buffer.
std::string buffer_name(const Plan& plan, std::size_t buffer);

// Lines of comment: buffers, what is copied into them, and the launches.
std::string host_comment(const Plan& plan, std::size_t program, const std::vector<KernelParameters>& kernels);

}  // namespace lockstep::sim::translation
