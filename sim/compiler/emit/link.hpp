// From drafts to a Program: every function gets its place in the register file and in private memory.
// Without recursion the call graph has no cycle, so a function can own fixed places: it begins where the
// largest of its callers ends, and functions that are never active together share.
#pragma once

#include <deque>
#include <optional>
#include <unordered_set>
#include <vector>

#include "sim/compiler/emit/code.hpp"

namespace lockstep::sim::language {

// The resources of a compiled function; numbers are relative to its own frame.
struct FunctionUnit {
  std::uint32_t entry = 0;
  std::uint32_t register_count = 0;
  std::uint32_t private_bytes = 0;
  std::vector<FunctionIndex> callees;  // each once: see call()
  std::unordered_set<FunctionIndex> is_callee;
  std::vector<Variable> variables;
  std::optional<Kernel> kernel;
};

struct OwnedPrivateObject {
  FunctionIndex owner = 0;
  PrivateObject object;
};

struct OwnedLocalVariable {
  FunctionIndex owner = 0;
  std::uint64_t alignment = 1;
  LocalVariable variable;
  // Memory whose size the launch gives; the kernels that run one of these functions use it. Empty: a
  // variable.
  std::vector<FunctionIndex> users = {};
};

struct Linked {
  std::vector<std::uint32_t> first_register;  // by function
  std::vector<std::uint64_t> first_private_byte;
  std::uint32_t register_count = 0;
  std::uint64_t private_bytes = 0;
};

// Functions in an order in which callers come before what they call; empty if there is recursion.
std::optional<std::vector<FunctionIndex>> callers_first(const std::deque<FunctionUnit>& functions);

Linked place_frames(const std::deque<FunctionUnit>& functions, const std::vector<FunctionIndex>& order);

// Every __local variable is part of the local memory of each kernel that runs its owner.
void place_local_variables(std::deque<FunctionUnit>& functions, std::vector<OwnedLocalVariable>& variables);

// Memory whose size the launch gives becomes the last parameter of each kernel that uses it.
void place_memory_of_launch(std::deque<FunctionUnit>& functions, std::vector<OwnedLocalVariable>& variables);

// Moves code, variables, kernels and private objects into the program, with absolute numbers.
void link(Code& code, std::deque<FunctionUnit>& functions, const std::vector<OwnedPrivateObject>& objects,
          const Linked& places, Program& program);

}  // namespace lockstep::sim::language
