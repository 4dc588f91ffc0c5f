// Functions that the work-items of a sub-group or work-group compute together, as one instruction: each
// work-item contributes a value, and all receive their results when the last one has arrived.
//
// A collective function is also a barrier: a work-item that arrives early waits, and its value stays in the
// operand's register. So the machine state needs nothing beyond what barriers need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

// Positions are sub-group local ids or, in a work-group, local linear ids; "the argument" is R[b] (long).
enum class CollectiveKind : std::uint8_t {
  reduce,
  scan_inclusive,
  scan_exclusive,
  shuffle,       // of the position given by the argument
  shuffle_xor,   // of the own position, xor the argument
  shuffle_up,    // of the position lower by the argument
  shuffle_down,  // above
  rotate,        // higher, wrapping around at the end of the cluster
  ballot,        // ulong: a bit for each position whose value (int) is not zero
  match,         // ulong: a bit for each position whose value has the same bits
  agree,         // of the position given by the argument; a different value in a work-item is a finding
};

enum class CollectiveOperator : std::uint8_t { add, mul, min, max, bit_and, bit_or, bit_xor };

struct Collective {
  CollectiveKind kind = CollectiveKind::reduce;
  CollectiveOperator op = CollectiveOperator::add;
  bool of_sub_group = true;
  bool must_be_uniform = true;  // undefined when only some of the work-items arrive
  std::uint32_t cluster = 0;    // number of positions in a cluster, a power of two; 0: all positions
  bool has_mask = false;        // R[c] (ulong): the positions that take part, as the program names them
  bool operator==(const Collective&) const = default;
};

// Its encoding in an instruction: the kind in `mode`, the rest in `imm`.
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

// All kinds that neither combine nor give positions pass a value on and take an argument.
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

// Work-items meet at barriers and collective functions.
constexpr bool is_meeting(const Instruction& instruction) {
  return instruction.op == Opcode::barrier || instruction.op == Opcode::collective;
}
// Modes of a barrier.
inline constexpr std::uint8_t kSubGroupBarrier = 1;
inline constexpr std::uint8_t kBarrierOfWait = 2;  // of wait_group_events
inline constexpr std::uint8_t kMaskedBarrier = 3;  // of the lanes of a sub-group that R[a] (ulong) names
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
