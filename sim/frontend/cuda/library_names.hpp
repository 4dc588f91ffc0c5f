// Qualifies names of CUDA's libraries. Namespaces have no scopes in the front end, so "cg::reduce" becomes
// the single name "cooperative_groups::reduce". No name of the program can hide this name.
#pragma once

#include <vector>

#include "sim/frontend/preprocess/lexer.hpp"
#include "sim/frontend/preprocess/token.hpp"
#include "sim/frontend/text/diagnostics.hpp"

namespace lockstep::sim::language::cuda {

// `tokens` must contain the program and the libraries that it includes.
std::vector<Token> with_library_names(std::vector<Token> tokens, const Diagnostics& diagnostics,
                                      StringPool& pool);

}  // namespace lockstep::sim::language::cuda
