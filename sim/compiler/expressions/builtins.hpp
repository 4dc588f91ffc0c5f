// Built-in functions, as expressions call them. Defined in sim/compiler/builtins.
#pragma once

#include <string_view>

#include "sim/compiler/emit/function.hpp"

namespace lockstep::sim::language {

// The number of a component-wise function in sim/bytecode/builtins.def.
constexpr unsigned builtin_number(std::string_view name) {
  constexpr std::string_view kNames[] = {
#define F(function, arity, domain, result) #function,
#include "sim/bytecode/builtins.def"
#undef F
  };
  unsigned number = 0;
  while (kNames[number] != name) ++number;
  return number;
}

// math.cpp: component-wise and geometric functions
Value builtin(FunctionCompiler& f, const Expr& expr, Into into);
// Any other function: work-item queries here, the others by the files below.
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
