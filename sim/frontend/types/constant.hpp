// Evaluates constant expressions: array sizes, case labels, initial values of constants.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim::language {

// The value of a constant expression. Components have the format of sim/bytecode/fold.hpp: integers are
// extended to 64 bits, and floats are represented by their bits. A pointer is the address of `base` plus
// components[0] bytes. Null pointers and integers cast to pointers have no base.
struct Constant {
  std::vector<std::uint64_t> components;
  const VariableDecl* base = nullptr;
};

std::optional<Constant> evaluate(const Expr* expr);

// Returns the value of an integer expression, extended to 64 bits.
std::optional<std::uint64_t> integer_constant(const Expr* expr);

// Returns the opcode of an operator. A logical operator has the opcode of the corresponding bitwise operator.
Opcode opcode_of(BinaryOp op);

// Writes a constant of `type` to the variable's memory; adds a relocation if the constant is a pointer with
// a base.
void store_constant(const Constant& constant, const Type* type, std::uint64_t offset, VariableDecl& variable);

}  // namespace lockstep::sim::language
