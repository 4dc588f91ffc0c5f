// Handles an entry of a course document as the target of a command. The target is the run of the entry's
// scene; sizes that were typed replace those of the scene. "document:002/kernel-1.cu" is the document's own
// kernel in CUDA C++.
#pragma once

#include <string>

#include "cli/options.hpp"
#include "sim/launch/prepared_run.hpp"

namespace lockstep::cli {

// Returns the options with the values of the entry's scene for all options that were not typed.
Result<RequestOptions> with_scene_of(const std::string& entry, RequestOptions typed);
Result<sim::PreparedRun> prepare_entry(const std::string& entry, const Request& request);
// Returns the algorithm that the entry runs; "" if it runs no algorithm.
std::string algorithm_of_entry(const std::string& entry);

}  // namespace lockstep::cli
