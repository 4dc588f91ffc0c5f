// Definitions above a kernel in OpenCL C, for functions of CUDA that OpenCL C implements with loops.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace lockstep::sim::translation::opencl {

// The definitions of helpers whose names contain operator, type and memory: atomic_add_float_local,
// warp_add_int, warp_match_uint.
std::string helper_definitions(const std::set<std::string, std::less<>>& names);

}  // namespace lockstep::sim::translation::opencl
