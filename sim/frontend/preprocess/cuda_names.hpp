// The names of OpenCL C in a sentence or a statement, as CUDA C++ has them.
#pragma once

#include <string>
#include <string_view>

#include "sim/frontend/text/spelling.hpp"

namespace lockstep::sim::language {

// "atomic_add(&n, 1); barrier(CLK_LOCAL_MEM_FENCE);" → "atomicAdd(&n, 1); __syncthreads();", and
// "a __local variable" → "a __shared__ variable". Other words stay, and so does what is quoted: 'barrier'.
std::string with_cuda_names(std::string_view text);

// What CUDA C++ has for a name of OpenCL C: "threadIdx.x" for "get_local_id"; empty for other names.
std::string cuda_name_of(std::string_view opencl);
void suggest_cuda_functions(Spelling& spelling);

}  // namespace lockstep::sim::language
