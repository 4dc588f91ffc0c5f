// Lists the features of CUDA and its libraries that the simulator does not support, each with a message.
#pragma once

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

// Returns the message for a name, such as "textures are not supported"; empty for other names.
std::string_view refused_name(std::string_view name);

// Fails if CUDA has such a member function in the class, because the simulator does not support it.
void refuse_member(Parser& p, const Type& type, const Token& name);
// Does the same for a call such as "cg::sync(grid)" that matches no function.
void refuse_call(Parser& p, std::string_view called, const std::vector<Expr*>& values,
                 const SourceRange& name);

}  // namespace lockstep::sim::language::cuda
