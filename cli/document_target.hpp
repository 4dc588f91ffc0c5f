// An entry of a course document as the target of a command: what its scene runs, at the sizes that were typed
// where some were. "document:002/kernel-1.cu" is the document's own kernel in CUDA C++.
#pragma once

#include <string>

#include "cli/options.hpp"
#include "sim/launch/prepared_run.hpp"

namespace lockstep::cli {

// With what the entry's scene says in place of what was not typed.
Result<RequestOptions> with_scene_of(const std::string& entry, RequestOptions typed);
Result<sim::PreparedRun> prepare_entry(const std::string& entry, const Request& request);
// The algorithm whose launches these are; empty: the entry runs none.
std::string algorithm_of_entry(const std::string& entry);

}  // namespace lockstep::cli
