// Features of CUDA and its libraries that this simulator does not support, each with a message.
#pragma once

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

// The message for a name, such as "textures are not supported"; empty for other names.
std::string_view refused_name(std::string_view name);

// Fails if the class has such a member function in CUDA.
void refuse_member(Parser& p, const Type& type, const Token& name);
// The same for a call such as "cg::sync(grid)" that matches no function.
void refuse_call(Parser& p, std::string_view called, const std::vector<Expr*>& values,
                 const SourceRange& name);

}  // namespace lockstep::sim::language::cuda
