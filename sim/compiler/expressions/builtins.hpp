// Declares the functions that compile built-in calls. They are defined in sim/compiler/builtins.
#pragma once

#include "sim/compiler/emit/function.hpp"

namespace lockstep::sim::language {

// math.cpp: component-wise and geometric functions
Value builtin(FunctionCompiler& f, const Expr& expr, Into into);
// All other built-in functions. Work-item queries are in math.cpp, the others in the files below.
Value special(FunctionCompiler& f, const Expr& expr, Into into);
Operand multiply_add(FunctionCompiler& f, LaneType type, const Operand& a, const Operand& b, const Operand& c,
                     Into into);

// memory.cpp: vload, atomics, barriers, asynchronous copies, printf
Value memory_function(FunctionCompiler& f, const Expr& expr, Into into);

// images.cpp: reads, writes and queries of images
Value image_function(FunctionCompiler& f, const Expr& expr);

// collectives.cpp: functions of sub-groups and work-groups
Value collective(FunctionCompiler& f, const Expr& expr, Into into);
Value ballot_function(FunctionCompiler& f, const Expr& expr);

}  // namespace lockstep::sim::language
