// Proposes instances of the kernel templates of a .cu file that has no other kernel and no host part that
// launches the templates.
#pragma once

#include <string>

#include "core/plan/plan.hpp"

namespace lockstep::sim {

// Returns the build options with the instances that compile; returns the options unchanged if the text has
// a kernel.
std::string with_proposed_instances(const KernelSource& source, const std::string& options);

// Returns the options without instances, because in a command --kernel names the required instance.
std::string without_instances(const std::string& options);

}  // namespace lockstep::sim
