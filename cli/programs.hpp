// The programs of a target whose kernels are read, not run.
#pragma once

#include <string>

#include "cli/target.hpp"
#include "core/base/result.hpp"
#include "core/plan/plan.hpp"

namespace lockstep::cli {

// The plan of anything that run_of() takes; a kernel file needs no launch, and its plan has none. Prints what
// a run would print about its arguments. All programs of the returned plan compile.
Result<Plan> programs_of(const std::string& target, const LaunchArguments& launch, const Request& request);

}  // namespace lockstep::cli
