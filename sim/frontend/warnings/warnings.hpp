// Reports warnings about valid programs that are probably wrong. The functions require a translation unit
// that was parsed without errors.
#pragma once

#include "sim/frontend/types/context.hpp"

namespace lockstep::sim::language {

void warn_about(Context& context);

// Warnings for the entire unit
void warn_about_missing_barriers(Context& context);  // missing_barrier.cpp

// Warnings for one function
void warn_about_expressions(Context& context, const FunctionDecl& function);   // expressions.cpp
void warn_about_comparisons(Context& context, const FunctionDecl& function);   // comparisons.cpp
void warn_about_variables(Context& context, const FunctionDecl& function);     // variables.cpp
void warn_about_control_flow(Context& context, const FunctionDecl& function);  // control_flow.cpp

}  // namespace lockstep::sim::language
