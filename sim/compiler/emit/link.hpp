// Links the compiled functions to a Program: assigns each function its place in the register file and in
// private memory. Without recursion, the call graph has no cycle, so each function has a fixed place. A
// function's frame starts at the greatest end of its callers' frames. Functions that are never active
// together share registers and memory.
#pragma once

#include <deque>
#include <optional>
#include <unordered_set>
#include <vector>

#include "sim/compiler/emit/code.hpp"

namespace lockstep::sim::language {

// The resources of a compiled function; numbers are relative to the function's frame.
struct FunctionUnit {
  std::uint32_t entry = 0;
  std::uint32_t register_count = 0;
  std::uint32_t private_bytes = 0;
  std::vector<FunctionIndex> callees;  // without duplicates, see call()
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
  // For memory whose size is given at launch: the functions that use the memory. The kernels that call these
  // functions receive it as a parameter. Empty for a variable.
  std::vector<FunctionIndex> users = {};
};

struct Linked {
  std::vector<std::uint32_t> first_register;  // indexed by function
  std::vector<std::uint64_t> first_private_byte;
  std::uint32_t register_count = 0;
  std::uint64_t private_bytes = 0;
};

// Returns the functions in an order in which callers precede their callees; empty if there is recursion.
std::optional<std::vector<FunctionIndex>> callers_first(const std::deque<FunctionUnit>& functions);

Linked place_frames(const std::deque<FunctionUnit>& functions, const std::vector<FunctionIndex>& order);

// Places each __local variable in the local memory of every kernel that calls its owner.
void place_local_variables(std::deque<FunctionUnit>& functions, std::vector<OwnedLocalVariable>& variables);

// Adds memory whose size is given at launch as the last parameter of each kernel that uses the memory.
void place_memory_of_launch(std::deque<FunctionUnit>& functions, std::vector<OwnedLocalVariable>& variables);

// Moves code, variables, kernels and private objects into the program, and makes all numbers absolute.
void link(Code& code, std::deque<FunctionUnit>& functions, const std::vector<OwnedPrivateObject>& objects,
          const Linked& places, Program& program);

}  // namespace lockstep::sim::language
