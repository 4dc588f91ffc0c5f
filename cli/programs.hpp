// Provides the programs of a target for commands that read kernels but do not run them.
#pragma once

#include <string>

#include "cli/target.hpp"
#include "core/base/result.hpp"
#include "core/plan/plan.hpp"

namespace lockstep::cli {

// Returns the plan of any target that run_of() accepts. The launch of a kernel file may be missing; its
// plan then has no launches. Prints the same notes on the arguments as a run. All programs of the returned
// plan compile.
Result<Plan> programs_of(const std::string& target, const LaunchArguments& launch, const Request& request);

}  // namespace lockstep::cli
