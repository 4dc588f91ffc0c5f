// Compiles statements to structured control flow (see code.hpp).
#pragma once

#include <vector>

#include "sim/compiler/emit/function.hpp"

namespace lockstep::sim::language {

void statement(FunctionCompiler& f, const Stmt& stmt);
void block(FunctionCompiler& f, const Stmt& stmt);

// goto.cpp: the statements of a block, including its labels
void statements(FunctionCompiler& f, const std::vector<Stmt*>& list);
void jump(FunctionCompiler& f, const Stmt& stmt);

}  // namespace lockstep::sim::language
