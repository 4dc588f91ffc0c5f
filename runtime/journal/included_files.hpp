// The files that a kernel's text includes, to keep them with it.
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.hpp"

namespace lockstep::runtime {

// By the names in their #include lines, files that they include as well. What is not found is left out: the
// compiler reported it.
std::vector<KernelSource::Header> included_files(const std::string& text, const std::string& options);

}  // namespace lockstep::runtime
