// Mistakes in the order of a kernel's arguments, said in words before the run ends out of bounds.
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

// What to type for the parameters that have no argument, if the others have theirs in order: "local:64 for
// __local int* room"; else "".
std::string missing_arguments(const Kernel& kernel, const DescribedLaunch& launch,
                              const LaunchDescription& description);

// Buffers whose roles are exchanged: one with input that a kernel only writes, and one without content that
// it only reads. One sentence for each launch of which this holds, at most one for each kernel.
std::vector<std::string> exchanged_buffers(const Plan& plan,
                                           const std::function<const Program&(std::size_t)>& program);
// Of a plan of one program.
std::vector<std::string> exchanged_buffers(const Plan& plan, const Program& program);

}  // namespace lockstep::sim
