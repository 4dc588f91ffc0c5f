// Functions that all work-items of a sub-group or work-group compute together, as one instruction. Each
// work-item contributes a value; all work-items receive their results when the last work-item has arrived.
//
// A collective function is also a barrier: a work-item that arrives early waits, and its value stays in the
// operand's register. Therefore, barriers and collective functions use the same machine state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

// A position is a sub-group local id or, in a work-group, a local linear id. "The argument" is R[b] (long).
enum class CollectiveKind : std::uint8_t {
  reduce,
  scan_inclusive,
  scan_exclusive,
  shuffle,       // value at the position given by the argument
  shuffle_xor,   // value at (own position xor argument)
  shuffle_up,    // value at (own position - argument)
  shuffle_down,  // value at (own position + argument)
  rotate,        // like shuffle_down, wrapping around at the end of the cluster
  ballot,        // ulong: a bit for each position whose value (int) is not zero
  match,         // ulong: a bit for each position whose value has the same bits
  agree,         // value at the position given by the argument; different values are a finding
};

enum class CollectiveOperator : std::uint8_t { add, mul, min, max, bit_and, bit_or, bit_xor };

struct Collective {
  CollectiveKind kind = CollectiveKind::reduce;
  CollectiveOperator op = CollectiveOperator::add;
  bool of_sub_group = true;
  bool must_be_uniform = true;  // the result is undefined unless all work-items arrive
  std::uint32_t cluster = 0;    // number of positions in a cluster, a power of two; 0 means all positions
  bool has_mask = false;        // R[c] (ulong) is the program's mask of participating positions
  bool operator==(const Collective&) const = default;
};

// Encodes a collective function in an instruction: `mode` contains the kind, and `imm` contains the rest.
constexpr Instruction collective_instruction(const Collective& collective, LaneType type) {
  Instruction instruction{
      .op = Opcode::collective, .type = type, .mode = static_cast<std::uint8_t>(collective.kind)};
  instruction.imm = static_cast<std::int64_t>(collective.op) | (collective.of_sub_group ? 1 << 8 : 0) |
                    (collective.must_be_uniform ? 1 << 9 : 0) | (collective.has_mask ? 1 << 10 : 0) |
                    std::int64_t{collective.cluster} << 16;
  return instruction;
}

constexpr Collective collective_of(const Instruction& instruction) {
  return {static_cast<CollectiveKind>(instruction.mode),
          static_cast<CollectiveOperator>(instruction.imm & 0xFF),
          (instruction.imm >> 8 & 1) != 0,
          (instruction.imm >> 9 & 1) != 0,
          static_cast<std::uint32_t>(instruction.imm >> 16),
          (instruction.imm >> 10 & 1) != 0};
}

constexpr bool combines(CollectiveKind kind) {
  return kind == CollectiveKind::reduce || kind == CollectiveKind::scan_inclusive ||
         kind == CollectiveKind::scan_exclusive;
}

// Returns whether the function passes values between work-items. Such a function takes an argument.
constexpr bool exchanges(CollectiveKind kind) {
  return !combines(kind) && kind != CollectiveKind::ballot && kind != CollectiveKind::match;
}

constexpr std::string_view kind_name(CollectiveKind kind) {
  constexpr std::string_view kNames[] = {"reduce",      "scan_inclusive", "scan_exclusive", "shuffle",
                                         "shuffle_xor", "shuffle_up",     "shuffle_down",   "rotate",
                                         "ballot",      "match",          "agree"};
  return kNames[static_cast<std::size_t>(kind)];
}
constexpr std::string_view operator_name(CollectiveOperator op) {
  constexpr std::string_view kNames[] = {"add", "mul", "min", "max", "and", "or", "xor"};
  return kNames[static_cast<std::size_t>(op)];
}

// Returns whether work-items wait for each other at this instruction.
constexpr bool is_meeting(const Instruction& instruction) {
  return instruction.op == Opcode::barrier || instruction.op == Opcode::collective;
}
// Values of Instruction::mode for a barrier.
inline constexpr std::uint8_t kSubGroupBarrier = 1;
inline constexpr std::uint8_t kBarrierOfWait = 2;  // barrier of wait_group_events
inline constexpr std::uint8_t kMaskedBarrier = 3;  // barrier of the sub-group lanes in R[a] (ulong)
constexpr bool is_of_sub_group(const Instruction& instruction) {
  if (instruction.op == Opcode::collective) return collective_of(instruction).of_sub_group;
  return instruction.mode == kSubGroupBarrier || instruction.mode == kMaskedBarrier;
}
constexpr bool must_be_uniform(const Instruction& instruction) {
  if (instruction.op == Opcode::collective) return collective_of(instruction).must_be_uniform;
  return instruction.mode != kMaskedBarrier;
}
constexpr bool has_mask(const Instruction& instruction) {
  if (instruction.op == Opcode::collective) return collective_of(instruction).has_mask;
  return instruction.mode == kMaskedBarrier;
}
constexpr std::string_view meeting_name(const Instruction& instruction) {
  if (instruction.op == Opcode::collective && collective_of(instruction).kind == CollectiveKind::agree)
    return "async copy";
  const bool of_sub_group = is_of_sub_group(instruction);
  if (instruction.op == Opcode::barrier && instruction.mode == kBarrierOfWait) return "wait_group_events";
  if (instruction.op == Opcode::barrier) return of_sub_group ? "sub-group barrier" : "barrier";
  return of_sub_group ? "sub-group function" : "work-group function";
}

}  // namespace lockstep::sim
