// Parses lambdas. Each lambda is an object of its own class; the members of this class are the captured
// variables of the enclosing function.
#pragma once

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

// lambda = "[" captures "]" [ "(" parameters ")" ] [ "->" type ] block
Expr* parse_lambda(Parser& p);

// Returns a variable captured by the enclosing lambda; null if the next name is not captured.
Expr* kept_variable(Parser& p);

}  // namespace lockstep::sim::language::cuda
