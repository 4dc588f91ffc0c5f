// Recognises calls of the function of the plan's operator (core/plan/element.hpp: operator_function_name).
// The text of this function precedes the kernel's text and has no lines in it, so the moments in the function
// count for the line that calls the function.
#pragma once

#include "sim/bytecode/program.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// Returns the function of the operator; null if the operator is an expression, or if the program does not
// call the function.
const HelperFunction* operator_function_of(const Plan& plan, const Program& program);

// Returns whether the moment at `position` is inside this function.
bool is_in_operator(const Trace& trace, std::uint64_t position);

}  // namespace lockstep::sim
