// Reports mistakes in the order of a kernel's arguments before the run, which would end with an access out
// of bounds.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/plan/launch_description.hpp"
#include "core/plan/plan.hpp"
#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

// Returns "are in a different order from the parameters of kernel scale (…); give them in this order: …" with
// the arguments' texts; "" if the order is not the mistake.
std::string order_mistake(const Kernel& kernel, const std::vector<DescribedArgument>& arguments,
                          const std::vector<std::string>& texts, const LaunchDescription& description);

// Returns what to type for the parameters without an argument, such as "local:64 for __local int* room", if
// the arguments of the other parameters are in order; otherwise "".
std::string missing_arguments(const Kernel& kernel, const DescribedLaunch& launch,
                              const LaunchDescription& description);

// Finds buffers whose roles are exchanged: a buffer with input that a kernel only writes, and a buffer
// without content that the kernel only reads. Returns one sentence for each launch with this mistake, but at
// most one for each kernel.
std::vector<std::string> exchanged_buffers(const Plan& plan,
                                           const std::function<const Program&(std::size_t)>& program);
// Does the same for a plan with one program.
std::vector<std::string> exchanged_buffers(const Plan& plan, const Program& program);

}  // namespace lockstep::sim
