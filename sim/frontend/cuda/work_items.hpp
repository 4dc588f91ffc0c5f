// threadIdx, blockIdx, blockDim, gridDim and warpSize, and CUDA's types.
#pragma once

#include <string>
#include <vector>

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

// Null where none of these names is next.
Expr* work_item_value(Parser& p);

// float3, dim3, int1 and the like, which OpenCL C has not or lays out otherwise.
void declare_types(Parser& p);
// Their names: `float4`, `dim3`.
std::vector<std::string> names_of_types();
std::vector<std::string> names_of_indices();
// The type of "make_float4": null for other names.
const Type* made_type(Parser& p, std::string_view function);

// std::numeric_limits<T>::max() and its like; takes nothing where it is something else.
Expr* library_member(Parser& p);

}  // namespace lockstep::sim::language::cuda
