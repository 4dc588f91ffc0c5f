// An entry of a course document as the target of a command: the run of its scene, with the sizes that were
// typed, if any. "document:002/kernel-1.cu" is the document's own kernel in CUDA C++.
#pragma once

#include <string>

#include "cli/options.hpp"
#include "sim/launch/prepared_run.hpp"

namespace lockstep::cli {

// Uses the values of the entry's scene for options that were not typed.
Result<RequestOptions> with_scene_of(const std::string& entry, RequestOptions typed);
Result<sim::PreparedRun> prepare_entry(const std::string& entry, const Request& request);
// The algorithm that the entry runs; empty if it runs none.
std::string algorithm_of_entry(const std::string& entry);

}  // namespace lockstep::cli
