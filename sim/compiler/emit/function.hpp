// Lowering of one function: its syntax tree is walked once, and instructions are emitted on the way. The
// walk is in functions over one FunctionCompiler, a folder for each part of the language:
//
//   expressions/  values, conversions, assignments, places in memory and registers, calls
//   statements/   if, loops, switch, goto
//   builtins/     built-in functions: mathematical, on memory, of sub-groups and work-groups
//
// The order of evaluation is clang's: operands from left to right, the right side of an assignment before
// the place on its left.
//
// What is counted must be what the source says: each lvalue that is read is one load, each assignment to
// memory is one store; none is cached or repeated.
#pragma once

#include <map>
#include <set>

#include "sim/compiler/emit/emit.hpp"
#include "sim/compiler/emit/unit.hpp"
#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim::language {

// What all parts share: the places of the function's variables, and where instructions are emitted.
struct FunctionCompiler {
  FunctionCompiler(CompilerUnit& unit, FunctionIndex index);

  // Gives the variable registers, or private memory when it needs an address.
  Home declare(const VariableDecl& variable);
  // Where the variable lives; declares it if that has not been done.
  const Home& home(const VariableDecl& variable);
  bool is_in_register(const VariableDecl& variable) { return home(variable).kind == Home::Kind::registers; }
  // Shows the variable in views, from here to the end of its scope.
  void name_variable(const VariableDecl& variable, const Home& home);
  // Variables named since `first_variable` whose scope is still open end here.
  void end_scope(std::size_t first_variable, std::uint32_t register_mark);

  bool lives_in_memory(const VariableDecl& variable) const;

  CompilerUnit& unit;
  Emitter& emit;
  Code& code;
  FunctionIndex index;
  const FunctionDecl& decl;
  bool is_kernel;
  const Stmt* last_statement = nullptr;           // of the body: a return there needs no jump
  std::set<const VariableDecl*> maybe_unwritten;  // when they are read
  std::map<const VariableDecl*, Home> homes;
  std::vector<const VariableDecl*> declarations;  // of what name_variable() named, in order

  struct JumpTarget {
    std::size_t region = 0;
    bool is_behind = false;  // the label comes before the goto
  };
  std::map<const Stmt*, JumpTarget> jump_targets;  // labels that a goto here can reach
};

void compile_function(CompilerUnit& unit, FunctionIndex index);

}  // namespace lockstep::sim::language
