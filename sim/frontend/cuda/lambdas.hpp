#pragma once

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

// lambda = "[" [ "=" | "&" ] "]" [ "(" parameters ")" ] [ "->" type ] block: an object of a class of its own,
// which has no members but operator().
Expr* parse_lambda(Parser& p);

}  // namespace lockstep::sim::language::cuda
