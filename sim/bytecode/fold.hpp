// Arithmetic on constants at compile time, with the rules of the machine: integers wrap, shift counts are
// taken modulo the width, floating-point arithmetic is the host's IEEE 754 arithmetic. Operations that the
// machine would report (a division by zero) or convert in a machine-specific way (a float out of an integer's
// range) are not folded.
//
// Bits of a constant: integers are sign- or zero-extended to 64 bits according to their type; floats use the
// low bits.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

std::uint64_t bits_of_integer(LaneType type, std::uint64_t value);  // truncated and extended
std::uint64_t bits_of_floating(LaneType type, double value);

std::optional<std::uint64_t> fold_unary(Opcode op, LaneType type, std::uint64_t a);
std::optional<std::uint64_t> fold_binary(Opcode op, LaneType type, std::uint64_t a, std::uint64_t b);
std::optional<std::uint64_t> fold_convert(LaneType to, LaneType from, std::uint64_t bits);
bool is_zero(LaneType type, std::uint64_t bits);

}  // namespace lockstep::sim
