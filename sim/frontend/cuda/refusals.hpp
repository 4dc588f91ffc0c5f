// What CUDA's libraries have and this simulator refuses, each with a sentence of its own.
#pragma once

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

// Fails where the class has such a member function in CUDA.
void refuse_member(Parser& p, const Type& type, const Token& name);

}  // namespace lockstep::sim::language::cuda
