// Reports mistakes in the order of a kernel's arguments before the run ends with an access out of bounds.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/plan/launch_description.hpp"
#include "core/plan/plan.hpp"
#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

// "are in another order than the parameters of kernel scale (…): give them as …", with the arguments' texts;
// "" if this is not the mistake.
std::string order_mistake(const Kernel& kernel, const std::vector<DescribedArgument>& arguments,
                          const std::vector<std::string>& texts, const LaunchDescription& description);

// What to type for the parameters without an argument, if the arguments of the other parameters are in order:
// "local:64 for __local int* room"; otherwise "".
std::string missing_arguments(const Kernel& kernel, const DescribedLaunch& launch,
                              const LaunchDescription& description);

// Buffers whose roles are exchanged: a buffer with input that a kernel only writes, and a buffer without
// content that it only reads. Returns one sentence for each launch with this mistake, at most one for
// each kernel.
std::vector<std::string> exchanged_buffers(const Plan& plan,
                                           const std::function<const Program&(std::size_t)>& program);
// The same for a plan with one program.
std::vector<std::string> exchanged_buffers(const Plan& plan, const Program& program);

}  // namespace lockstep::sim
