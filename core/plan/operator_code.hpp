// Makes the OpenCL C code of an operator: build options and definitions, so a kernel file needs no variants.
#pragma once

#include <string>
#include <string_view>

#include "core/plan/element.hpp"

namespace lockstep {

// Text in OpenCL C for `-D OP(a,b)=…` and `-D IDENTITY=…`.
std::string_view operator_macro(Operator op, ElementType type);    // e.g. "((a)+(b))", "max(a,b)"
std::string_view identity_literal(Operator op, ElementType type);  // e.g. "0", "INT_MAX", "-INFINITY"
// The name of the function that the macro calls if the operator is not an expression of OpenCL C, and the
// definition of the function in one line. Both are empty for sum, product, min and max.
std::string_view operator_function_name(Operator op);
std::string operator_function(Operator op, ElementType type);

}  // namespace lockstep
