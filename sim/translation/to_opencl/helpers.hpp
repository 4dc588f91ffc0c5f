// Definitions above a kernel in OpenCL C that replace functions of CUDA by loops.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace lockstep::sim::translation::opencl {

// Returns the definitions of these helpers. Their names contain the operator, the type and the memory:
// atomic_add_float_local, warp_add_int, warp_match_uint.
std::string helper_definitions(const std::set<std::string, std::less<>>& names);

}  // namespace lockstep::sim::translation::opencl
