// The choices of a device on which the result of a correct kernel must not depend: whether the lanes of a
// warp run together, and which warp and work-group runs first. The machine's choice depends on the state
// alone, so a run can be repeated and replayed.
//
// Independent lanes are simulated as the extreme case that the specification and devices since Volta allow:
// each lane runs independently and waits for the others only at barriers and collective functions. The
// machine then has warps of one lane, but sub-groups remain as wide as the device's warps. This schedule is
// simpler than the reconvergence that compilers add after branches, and it reveals every error that
// reconvergence could hide. Counters of instructions, branches, transactions and passes are meaningful only
// in lockstep.
//
// Orders of the warps of a group, and of the groups of a launch (which run one after another):
//   fixed        warps and groups run by number; a warp runs until it waits or ends
//   random       the seed determines the order; after each memory access, a different warp may be next
//   adversarial  warps and groups run from both ends in turn (last, first, last but one …), so that those
//                in the middle run last. In every second phase between two barriers, each warp delays its
//                stores while others can run, which loses updates that are not atomic.
// With independent lanes, or with an order other than the fixed order, a warp is interrupted after a number
// of instructions, so that a loop that waits for another lane can end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace lockstep::sim {

enum class LaneSchedule : std::uint8_t { lockstep, independent };

struct ExecutionOrder {
  enum class Kind : std::uint8_t { fixed, random, adversarial };
  Kind kind = Kind::fixed;
  std::uint64_t seed = 0;  // of the random order
  bool operator==(const ExecutionOrder&) const = default;
};

struct Schedule {
  LaneSchedule lanes = LaneSchedule::lockstep;
  ExecutionOrder order;
  bool is_preemptive() const {
    return lanes == LaneSchedule::independent || order.kind != ExecutionOrder::Kind::fixed;
  }
  bool operator==(const Schedule&) const = default;
};

Result<LaneSchedule> parse_lane_schedule(std::string_view text);      // "lockstep", "independent"
Result<ExecutionOrder> parse_execution_order(std::string_view text);  // "fixed", "random:SEED", "adversarial"
std::string to_string(LaneSchedule lanes);
std::string to_string(const ExecutionOrder& order);

// Returns which of `count` groups runs as number `turn`. Each group runs once.
std::uint32_t group_of_turn(const ExecutionOrder& order, std::uint32_t launch, std::uint32_t count,
                            std::uint32_t turn);

// Returns the index at a position of an order from both ends: position 0 is the last of `count`, position 1
// the first, position 2 the last but one …
constexpr std::uint32_t from_both_ends(std::uint32_t position, std::uint32_t count) {
  return position % 2 == 0 ? count - 1 - position / 2 : position / 2;
}
constexpr std::uint32_t position_from_both_ends(std::uint32_t index, std::uint32_t count) {
  return 2 * (count - 1 - index) < count ? 2 * (count - 1 - index) : 2 * index + 1;
}

// Returns a pseudorandom number that depends only on the arguments.
std::uint64_t mixed(std::uint64_t seed, std::uint64_t a, std::uint64_t b);

// Bits of ExecutionOrder::seed that identify which of the four adversarial orders a run uses.
inline constexpr std::uint64_t kFromFirst = 1, kDelayInEvenPhases = 2;

// Returns which of `count` warps or groups is at a position of an adversarial order. The inverse
// function follows.
constexpr std::uint32_t adversarial_index(const ExecutionOrder& order, std::uint32_t position,
                                          std::uint32_t count) {
  const std::uint32_t index = from_both_ends(position, count);
  return (order.seed & kFromFirst) != 0 ? count - 1 - index : index;
}
constexpr std::uint32_t adversarial_position(const ExecutionOrder& order, std::uint32_t index,
                                             std::uint32_t count) {
  return position_from_both_ends((order.seed & kFromFirst) != 0 ? count - 1 - index : index, count);
}

}  // namespace lockstep::sim
