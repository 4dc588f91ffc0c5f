// Parses threadIdx, blockIdx, blockDim, gridDim and warpSize, and declares CUDA's types.
#pragma once

#include <string>
#include <vector>

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

// Parses one of the names threadIdx, blockIdx, blockDim, gridDim and warpSize; returns null if the next token
// is another name.
Expr* work_item_value(Parser& p);

// Declares types such as float3, dim3 and int1, which OpenCL C lacks or lays out differently.
void declare_types(Parser& p);
// Returns the names of these types, such as `float4` and `dim3`.
std::vector<std::string> names_of_types();
std::vector<std::string> names_of_indices();
// Returns the result type of "make_float4" and similar functions; null for other names.
const Type* made_type(Parser& p, std::string_view function);

// Parses std::numeric_limits<T>::max() and similar members; takes no token if the next name is
// something else.
Expr* library_member(Parser& p);

}  // namespace lockstep::sim::language::cuda
