// Instances of the kernel templates of a .cu file that has no other kernel and no host part to launch them.
#pragma once

#include <string>

#include "core/plan/plan.hpp"

namespace lockstep::sim {

// The build options with the instances that compile; the unchanged options if the text has a kernel.
std::string with_proposed_instances(const KernelSource& source, const std::string& options);

// The options without instances: in a command, --kernel names the required instance.
std::string without_instances(const std::string& options);

}  // namespace lockstep::sim
