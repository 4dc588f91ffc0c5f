// The names of OpenCL C in a sentence or a statement, as CUDA C++ has them.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::sim::language {

// "atomic_add(&n, 1); barrier(CLK_LOCAL_MEM_FENCE);" → "atomicAdd(&n, 1); __syncthreads();", and
// "a __local variable" → "a __shared__ variable". Other words stay.
std::string with_cuda_names(std::string_view text);

}  // namespace lockstep::sim::language
