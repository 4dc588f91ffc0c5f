// Finds the files that a kernel's text includes, so that they can be stored together with the text.
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.hpp"

namespace lockstep::runtime {

// The files by the names in #include lines, including nested ones. Files that cannot be found are omitted,
// because the compiler reports them.
std::vector<KernelSource::Header> included_files(const std::string& text, const std::string& options);

}  // namespace lockstep::runtime
