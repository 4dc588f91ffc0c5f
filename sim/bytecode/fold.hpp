// Computes with constants at compile time, by the rules of the machine: integers wrap, shift counts are taken
// modulo the width, and floating-point arithmetic is the host's IEEE 754 arithmetic. Some operations are not
// folded: those that the machine would report (a division by zero), and those whose result depends on the
// machine (the conversion of a float that is out of the integer's range).
//
// The bits of a constant: integers are sign- or zero-extended to 64 bits according to their type; floats use
// the low bits.
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
