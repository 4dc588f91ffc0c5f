// Determines the address space that each pointer of a CUDA C++ program points to. Pointer types of OpenCL C
// contain an address space, but those of CUDA do not. The address space is derived from the values that are
// assigned to the pointer. A function that is called with pointers to different address spaces is analysed
// once for each combination.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim::translation::opencl {

using language::AddressSpace;
using language::Expr;
using language::FunctionDecl;
using language::VariableDecl;

// For each parameter, the address space that it points to; private_ if the parameter is not a pointer.
using ParameterSpaces = std::vector<AddressSpace>;

struct FunctionSpaces {
  std::map<const VariableDecl*, AddressSpace> variables;  // variables to which a value is assigned
  std::optional<AddressSpace> result;
};

class PointerSpaces {
 public:
  // Analyses all functions that the kernels call directly or indirectly.
  explicit PointerSpaces(const language::TranslationUnit& unit);

  const FunctionSpaces& of(const FunctionDecl& function, const ParameterSpaces& parameters);
  static ParameterSpaces of_kernel(const FunctionDecl& kernel);
  ParameterSpaces of_call(const FunctionSpaces& caller, const Expr& call);
  // Returns the address space that the value points to; empty if the value is a null pointer or not
  // a pointer.
  std::optional<AddressSpace> of_value(const FunctionSpaces& function, const Expr& pointer);
  // Returns the address space of the object.
  AddressSpace of_object(const FunctionSpaces& function, const Expr& object);
  AddressSpace of_variable(const FunctionSpaces& function, const VariableDecl& variable) const;
  AddressSpace of_member(const language::Member& member) const;

 private:
  void look_at(const FunctionDecl& function, FunctionSpaces& spaces);
  void assign(FunctionSpaces& spaces, const Expr& target, const Expr& value);
  void initialise(FunctionSpaces& spaces, const language::Type& type, const Expr& value);
  bool join(std::optional<AddressSpace>& space, std::optional<AddressSpace> other);
  void join_variable(FunctionSpaces& spaces, const VariableDecl& variable, std::optional<AddressSpace> space);
  void join_member(const language::Member& member, std::optional<AddressSpace> space);

  std::map<std::pair<const FunctionDecl*, ParameterSpaces>, FunctionSpaces> functions_;
  std::map<const language::Member*, AddressSpace> members_;
  bool changed_ = false;          // the address space of a variable changed
  bool members_changed_ = false;  // if set, all functions are analysed again
};

}  // namespace lockstep::sim::translation::opencl
