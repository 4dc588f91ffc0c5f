// Replaces names of OpenCL C in a sentence or statement by the names of CUDA C++.
#pragma once

#include <string>
#include <string_view>

#include "sim/frontend/text/spelling.hpp"

namespace lockstep::sim::language {

// Converts "atomic_add(&n, 1); barrier(CLK_LOCAL_MEM_FENCE);" to "atomicAdd(&n, 1); __syncthreads();",
// and "a __local variable" to "a __shared__ variable". Other words, and words in quotes ('barrier'), are
// not changed.
std::string with_cuda_names(std::string_view text);

// Returns the CUDA C++ name for a name of OpenCL C, such as "threadIdx.x" for "get_local_id"; empty for
// other names.
std::string cuda_name_of(std::string_view opencl);
void suggest_cuda_functions(Spelling& spelling);

}  // namespace lockstep::sim::language
