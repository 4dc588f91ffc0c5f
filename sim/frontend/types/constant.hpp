// Constant expressions: array sizes, case labels, initial values of constants.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim::language {

// Components have the format of sim/bytecode/fold.hpp: integers extended to 64 bits, and the bits of
// floats. A pointer is the address of `base` plus components[0] bytes; null and integers cast to pointers
// have no base.
struct Constant {
  std::vector<std::uint64_t> components;
  const VariableDecl* base = nullptr;
};

std::optional<Constant> evaluate(const Expr* expr);

// The value of an integer expression, extended to 64 bits.
std::optional<std::uint64_t> integer_constant(const Expr* expr);

// The opcode of an operator; a logical operator has the opcode of its bitwise counterpart.
Opcode opcode_of(BinaryOp op);

// Writes a constant of `type` to memory; adds a relocation for a pointer with a base.
void store_constant(const Constant& constant, const Type* type, std::uint64_t offset, VariableDecl& variable);

}  // namespace lockstep::sim::language
