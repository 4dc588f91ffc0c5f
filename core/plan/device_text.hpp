// Checks that OpenCL devices can build a program. They build only kernels in OpenCL C.
#pragma once

#include <string>
#include <string_view>

#include "core/plan/plan.hpp"

namespace lockstep {

// Says why an OpenCL device cannot build a kernel file, and what to do; empty if it can.
std::string why_not_on_device(std::string_view path);
// The same for all programs of a plan.
std::string why_not_on_device(const Plan& plan);

}  // namespace lockstep
