// Definitions above a kernel in OpenCL C: what CUDA has as a function and OpenCL C as a loop.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace lockstep::sim::translation::opencl {

// Of these names, which say operator, type and memory: atomic_add_float_local, warp_add_int, warp_match_uint.
std::string helper_definitions(const std::set<std::string, std::less<>>& names);

}  // namespace lockstep::sim::translation::opencl
