// Calls of the function of the plan's operator (core/plan/element.hpp: operator_function_name). The
// function precedes the kernel's own text and belongs to none of its lines; its moments count for the line
// that calls it.
#pragma once

#include "sim/bytecode/program.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// Null if the operator is an expression, or the program does not call its function.
const HelperFunction* operator_function_of(const Plan& plan, const Program& program);

// Whether the moment at `position` is inside that function.
bool is_in_operator(const Trace& trace, std::uint64_t position);

}  // namespace lockstep::sim
