// Lambdas: objects of classes of their own. Their members are the variables of the function around that they
// use.
#pragma once

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

// lambda = "[" captures "]" [ "(" parameters ")" ] [ "->" type ] block
Expr* parse_lambda(Parser& p);

// A variable captured by the enclosing lambda; null if the next name is not one.
Expr* kept_variable(Parser& p);

}  // namespace lockstep::sim::language::cuda
