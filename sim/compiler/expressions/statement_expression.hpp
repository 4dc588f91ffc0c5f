// Compiles ({ … }), an expression whose value is that of the last statement in a block. The function is
// defined in sim/compiler/statements.
#pragma once

#include "sim/compiler/emit/function.hpp"

namespace lockstep::sim::language {

void run_block(FunctionCompiler& f, const Expr& statement_expression);
Value statement_expression(FunctionCompiler& f, const Expr& expr, Into into);

}  // namespace lockstep::sim::language
