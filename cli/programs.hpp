// The programs of a target whose kernels are only read, not run.
#pragma once

#include <string>

#include "cli/target.hpp"
#include "core/base/result.hpp"
#include "core/plan/plan.hpp"

namespace lockstep::cli {

// The plan of any target that run_of() accepts. A kernel file needs no launch; its plan then has no launches.
// Prints the same notes on the arguments as a run. All programs of the returned plan compile.
Result<Plan> programs_of(const std::string& target, const LaunchArguments& launch, const Request& request);

}  // namespace lockstep::cli
