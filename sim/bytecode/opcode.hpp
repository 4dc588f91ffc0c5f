// The opcodes and their properties, as constexpr tables made from opcodes.def: an opcode that is added there
// has them all. What depends on an instruction's operands is asked of the instruction (program.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace lockstep::sim {

enum class Opcode : std::uint16_t {
#define X(name, group, shape, writes, flow, properties, meaning) name,
#include "sim/bytecode/opcodes.def"
#undef X
};

// By the handlers that execute it.
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

// Registers written from dst on: one; a `run` of Instruction::count; `some`, which mode or imm says; or the
// `event` of an asynchronous copy, which is not a value of the kernel's data.
enum class WrittenRegisters : std::uint8_t { none, one, run, some, event };

// The result as seen by observers that follow values: a copy of its operand; combined of its operands;
// combined where the comparison is an Extremum; or one of two that a condition chooses.
enum class ResultFlow : std::uint8_t { unfollowed, copied, combined, compared, chosen };

struct OpcodeInfo {
  std::string_view name;
  OpcodeGroup group;
  OperandShape shape;
  WrittenRegisters writes;
  ResultFlow flow;
  bool is_plain, joins_lanes, has_target, costs_nothing, is_untyped;
};

namespace opcodes {

constexpr unsigned nothing = 0, plain = 1, joins = 2, jumps = 4, free = 8, untyped = 16;

constexpr OpcodeInfo row(std::string_view name, OpcodeGroup group, OperandShape shape,
                         WrittenRegisters writes, ResultFlow flow, unsigned properties) {
  return {name,
          group,
          shape,
          writes,
          flow,
          (properties & plain) != 0,
          (properties & joins) != 0,
          (properties & jumps) != 0,
          (properties & free) != 0,
          (properties & untyped) != 0};
}

inline constexpr OpcodeInfo kTable[] = {
#define X(name, group, shape, writes, flow, properties, meaning) \
  row(#name, OpcodeGroup::group, OperandShape::shape, WrittenRegisters::writes, ResultFlow::flow, properties),
#include "sim/bytecode/opcodes.def"
#undef X
};

}  // namespace opcodes

inline constexpr std::size_t kOpcodeCount = std::size(opcodes::kTable);

constexpr const OpcodeInfo& opcode_info(Opcode op) { return opcodes::kTable[static_cast<std::size_t>(op)]; }

constexpr std::string_view opcode_name(Opcode op) { return opcode_info(op).name; }

// Such an instruction may run with no lane at all.
constexpr bool joins_lanes(Opcode op) { return opcode_info(op).joins_lanes; }

// Whether the lanes or the place of the warp may be others after it.
constexpr bool ends_stretch(Opcode op) {
  return opcode_info(op).group == OpcodeGroup::control ||
         opcode_info(op).group == OpcodeGroup::synchronisation;
}

// It neither computes with the values of registers nor changes them, beyond what the mask of lanes does.
constexpr bool has_no_effect_on_values(Opcode op) {
  return opcode_info(op).shape == OperandShape::none || opcode_info(op).group == OpcodeGroup::print;
}

}  // namespace lockstep::sim
