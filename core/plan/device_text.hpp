// Checks that OpenCL devices can build a program: only kernels in OpenCL C.
#pragma once

#include <string>
#include <string_view>

#include "core/plan/plan.hpp"

namespace lockstep {

// Why an OpenCL device cannot build a kernel file, and what to do; empty if it can.
std::string why_not_on_device(std::string_view path);
// The same for all programs of a plan.
std::string why_not_on_device(const Plan& plan);

}  // namespace lockstep
