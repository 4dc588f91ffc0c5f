// Lowers one function. The compiler walks its syntax tree once and emits instructions during the walk. The
// walk consists of functions that take a FunctionCompiler. A folder contains the functions for each part of
// the language:
//
//   expressions/  values, conversions, assignments, places in memory and registers, calls
//   statements/   if, loops, switch, goto
//   builtins/     built-in functions: mathematics, memory, sub-groups and work-groups
//
// Operands are evaluated in the same order as by clang: from left to right, and the right side of an
// assignment before the place on its left side.
//
// The counters must correspond to the source, so each read of an lvalue is one load and each assignment to
// memory is one store. Accesses are neither cached nor repeated.
#pragma once

#include <map>
#include <set>

#include "sim/compiler/emit/emit.hpp"
#include "sim/compiler/emit/unit.hpp"
#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim::language {

// The state that all parts share: the locations of the function's variables, and the code.
struct FunctionCompiler {
  FunctionCompiler(CompilerUnit& unit, FunctionIndex index);

  // Assigns registers to the variable, or private memory if the variable needs an address.
  Home declare(const VariableDecl& variable);
  // Returns the location of the variable; declares the variable if necessary.
  const Home& home(const VariableDecl& variable);
  bool is_in_register(const VariableDecl& variable) { return home(variable).kind == Home::Kind::registers; }
  // Makes the variable visible in views, from here to the end of its scope.
  void name_variable(const VariableDecl& variable, const Home& home);
  // Ends the scope of the variables named since `first_variable` that are still in scope.
  void end_scope(std::size_t first_variable, std::uint32_t register_mark);

  bool lives_in_memory(const VariableDecl& variable) const;

  CompilerUnit& unit;
  Emitter& emit;
  Code& code;
  FunctionIndex index;
  const FunctionDecl& decl;
  bool is_kernel;
  const Stmt* last_statement = nullptr;           // last statement of the body; a return there needs no jump
  std::set<const VariableDecl*> maybe_unwritten;  // possibly uninitialised when read
  std::map<const VariableDecl*, Home> homes;
  std::vector<const VariableDecl*> declarations;  // variables named by name_variable(), in order

  struct JumpTarget {
    std::size_t region = 0;
    bool is_behind = false;  // the label is before the goto
  };
  std::map<const Stmt*, JumpTarget> jump_targets;  // labels that a goto at this point can reach
};

void compile_function(CompilerUnit& unit, FunctionIndex index);

}  // namespace lockstep::sim::language
