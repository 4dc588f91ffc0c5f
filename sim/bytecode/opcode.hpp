// The opcodes and their properties, as constexpr tables generated from opcodes.def; a new opcode is added
// only there. Properties that depend on an instruction's operands are in program.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace lockstep::sim {

enum class Opcode : std::uint16_t {
#define X(name, ...) name,
#include "sim/bytecode/opcodes.def"
#undef X
};

// Groups of opcodes; each group has its own handlers.
enum class OpcodeGroup : std::uint8_t {
  value,
  conversion,
  half,
  arithmetic,
  bits,
  comparison,
  builtin,
  query,
  pointer,
  memory,
  atomic,
  control,
  synchronisation,
  image,
  print
};

// Specifies which fields of the instruction are registers.
enum class OperandShape : std::uint8_t { none, d, da, dab, dabc, a, ab, special };

// Specifies which registers, starting at dst, the instruction writes: one register, a `run` of
// Instruction::count registers, or `some` registers, whose number depends on mode or imm.
enum class WrittenRegisters : std::uint8_t { none, one, run, some };

// Specifies how the result depends on the operands, for code that follows values through a program. The
// result is copied from the operand, combined from the operands, chosen from two values by a condition, or
// not followed. A `compared` result is combined from the operands if the comparison is an Extremum.
enum class ResultFlow : std::uint8_t { unfollowed, copied, combined, compared, chosen };

// The neutral element of an operation: the constant that leaves the other operand unchanged.
enum class Neutral : std::uint8_t { without_neutral, zero, zero_on_right, one, one_on_right };

// For an integer operation with operands that differ between two work-groups: how the difference between the
// two results follows from the differences between the operands.
enum class Following : std::uint8_t {
  unknown,
  negated,
  added,
  subtracted,
  multiplied,
  divided,
  masked,
  compared
};

// The effect of an instruction on the control flow; `opens` and `closes` refer to a frame.
enum class ControlRole : std::uint8_t {
  passes_on,
  opens_branch,
  opens,
  branches,
  goes_on_at_target,
  joins_continued,
  closes,
  breaks,
  continues,
  calls,
  returns,
  ends_function,
  ends_kernel
};

struct OpcodeDetails {
  std::string_view symbol = {};                 // symbol of a comparison in OpenCL C, such as "<"
  std::string_view verb = "combine";            // how lanes combine two values
  std::string_view noun = "another operation";  // noun for combining two values
  std::string_view sign = "⊕";                  // symbol for combining many values
  Neutral neutral = Neutral::without_neutral;
  std::string_view clause = "compute {source}";  // text that describes the operation; starts with a verb
  std::string_view event = {};                   // text that describes the instruction if no lane is active
  std::string_view result = {};                  // name of the value that is displayed for a lane
  std::string_view operands = {};                // text printed after the registers in a disassembly
  Following follows = Following::unknown;
  ControlRole role = ControlRole::passes_on;
};

struct OpcodeInfo : OpcodeDetails {
  std::string_view name;
  OpcodeGroup group;
  OperandShape shape;
  WrittenRegisters writes;
  ResultFlow flow;
  unsigned properties;

  constexpr bool has(unsigned property) const { return (properties & property) != 0; }
};

namespace opcodes {

constexpr unsigned nothing = 0, plain = 1, joins = 2, jumps = 4, free = 8, untyped = 16, accesses = 32,
                   shared = 64, waits = 128, alike = 256;

using enum Neutral;
using enum Following;
using enum ControlRole;

inline constexpr OpcodeInfo kTable[] = {
#define LOCKSTEP_DETAILS(...) \
  { __VA_ARGS__ }
#define X(name, group, shape, writes, flow, properties, details, meaning)                                  \
  {LOCKSTEP_DETAILS details, #name,     OpcodeGroup::group, OperandShape::shape, WrittenRegisters::writes, \
   ResultFlow::flow,         properties},
#include "sim/bytecode/opcodes.def"
#undef X
#undef LOCKSTEP_DETAILS
};

}  // namespace opcodes

inline constexpr std::size_t kOpcodeCount = std::size(opcodes::kTable);

constexpr const OpcodeInfo& opcode_info(Opcode op) { return opcodes::kTable[static_cast<std::size_t>(op)]; }

constexpr std::string_view opcode_name(Opcode op) { return opcode_info(op).name; }

// Returns whether the instruction may execute with no active lane.
constexpr bool joins_lanes(Opcode op) { return opcode_info(op).has(opcodes::joins); }

// Returns whether the instruction is the last of a function or kernel.
constexpr bool ends_function(Opcode op) {
  return opcode_info(op).role == ControlRole::ends_function ||
         opcode_info(op).role == ControlRole::ends_kernel;
}

// Returns whether the instruction may change the active lanes or the position of the warp.
constexpr bool ends_stretch(Opcode op) {
  return opcode_info(op).group == OpcodeGroup::control ||
         opcode_info(op).group == OpcodeGroup::synchronisation;
}

// Returns whether the instruction neither uses nor changes the values of registers, except for masks.
constexpr bool has_no_effect_on_values(Opcode op) {
  return opcode_info(op).shape == OperandShape::none || opcode_info(op).group == OpcodeGroup::print;
}

}  // namespace lockstep::sim
