// The opcodes and their properties, as constexpr tables made from opcodes.def: an opcode is added there only.
// Properties that depend on an instruction's operands are in program.hpp.
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

// Opcodes by the handlers that execute them.
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

// Which fields of the instruction are registers.
enum class OperandShape : std::uint8_t { none, d, da, dab, dabc, a, ab, special };

// Registers written from dst on: one, a `run` of Instruction::count, or `some`, as mode or imm says.
enum class WrittenRegisters : std::uint8_t { none, one, run, some };

// The result as seen by observers that follow values: a copy of its operand; combined of its operands;
// combined where the comparison is an Extremum; or one of two that a condition chooses.
enum class ResultFlow : std::uint8_t { unfollowed, copied, combined, compared, chosen };

// The constant that leaves the other operand as it is.
enum class Neutral : std::uint8_t { without_neutral, zero, zero_on_right, one, one_on_right };

// How the difference between the results of two groups follows from the differences of the operands, for an
// integer operation.
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

// The effect of an instruction on the control flow. `opens` and `closes` refer to a frame.
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
  std::string_view symbol = {};                 // of a comparison in OpenCL C: "<"
  std::string_view verb = "combine";            // what lanes do with two values
  std::string_view noun = "another operation";  // of the combination of two values
  std::string_view sign = "⊕";                  // of a combination of many values
  Neutral neutral = Neutral::without_neutral;
  std::string_view clause = "compute {source}";  // what lanes do; begins with a verb
  std::string_view event = {};                   // what happens when no lane does anything
  std::string_view result = {};                  // the value of it that a lane shows
  std::string_view operands = {};                // after the registers of the shape in a disassembly
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

// Such an instruction may run without any active lane.
constexpr bool joins_lanes(Opcode op) { return opcode_info(op).has(opcodes::joins); }

// The last instruction of a function or kernel.
constexpr bool ends_function(Opcode op) {
  return opcode_info(op).role == ControlRole::ends_function ||
         opcode_info(op).role == ControlRole::ends_kernel;
}

// Whether the active lanes or the place of the warp may be different after it.
constexpr bool ends_stretch(Opcode op) {
  return opcode_info(op).group == OpcodeGroup::control ||
         opcode_info(op).group == OpcodeGroup::synchronisation;
}

// Whether it neither computes with the values of registers nor changes them, except by masks.
constexpr bool has_no_effect_on_values(Opcode op) {
  return opcode_info(op).shape == OperandShape::none || opcode_info(op).group == OpcodeGroup::print;
}

}  // namespace lockstep::sim
