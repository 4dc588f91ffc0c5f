// One function a plan shape: how the launches and buffers of a family of algorithms hang together. Each has
// the signature of Algorithm::make_plan and may rely on the checks of lockstep::make_plan.
#pragma once

#include "core/algorithm.hpp"

namespace lockstep {

// Work-groups reduce L elements to one; the host launches again on the results until one is left.
// Kernel: (global T *out, global const T *in, local T *scratch, uint n).
Result<Plan> make_group_tree_plan(const Algorithm&, const PlanRequest&, const KernelSource&);

// One launch for each step s = 1, 2, 4 …, in place. Kernel: (global T *a, uint s, uint n).
Result<Plan> make_step_per_launch_plan(const Algorithm&, const PlanRequest&, const KernelSource&);

// What all shapes begin with: the names, one program, and buffer 0 with the input.
Plan start_plan(const Algorithm& algorithm, const PlanRequest& request, const KernelSource& source,
                std::string input_name);

NdRange linear_range(std::uint64_t global_size, std::uint64_t local_size);

constexpr std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

}  // namespace lockstep
