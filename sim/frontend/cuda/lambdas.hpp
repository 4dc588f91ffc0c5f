// Lambdas: objects of classes of their own. Their members are the variables of the function around that they
// use.
#pragma once

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

// lambda = "[" captures "]" [ "(" parameters ")" ] [ "->" type ] block
Expr* parse_lambda(Parser& p);

// In a lambda's body, a variable that it keeps; null: the next name is none.
Expr* kept_variable(Parser& p);

}  // namespace lockstep::sim::language::cuda
