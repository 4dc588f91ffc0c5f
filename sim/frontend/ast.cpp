#include "sim/frontend/ast.hpp"

namespace lockstep::sim::language {

bool is_comparison(BinaryOp op) { return op >= BinaryOp::less && op <= BinaryOp::not_equal; }

}  // namespace lockstep::sim::language
