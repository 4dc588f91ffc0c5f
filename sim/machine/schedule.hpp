// What a device may choose when it runs a kernel, and a correct kernel must not depend on: whether the lanes
// of a warp go together, and who goes first. The machine chooses by the state alone, so a run can be repeated
// and gone back in.
//
// Independent lanes are simulated as the extreme that the specification and devices since Volta allow: each
// lane goes by itself and meets the others at barriers and collective functions only. The machine then has
// warps of one lane; sub-groups are as wide as the device's warps all the same. That is simpler than to bring
// lanes together after each branch as compilers do, and shows every mistake that this could hide. It says
// nothing about what a warp costs: counters of instructions, branches, transactions and passes mean something
// in lockstep only.
//
// Orders of the warps of a group, and of the groups of a launch (which run one after another):
//   fixed        by number; a warp goes on until it waits or ends
//   random       by the seed; after each memory access another warp may be next
//   adversarial  from both ends in turn (last, first, last but one …), so that those run ahead whose values
//   come
//                from the middle. In every second phase between two barriers each warp waits with what it
//                stores as long as others can do something else, which loses updates that are not atomic.
// With independent lanes, or another order than the fixed one, whoever runs long is interrupted, so that
// waiting for another lane in a loop ends.
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
  std::uint64_t seed = 0;  // of random
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

// Which of `count` groups runs as number `turn`: each runs once.
std::uint32_t group_of_turn(const ExecutionOrder& order, std::uint32_t launch, std::uint32_t count,
                            std::uint32_t turn);

// From both ends: position 0 is the last of `count`, 1 the first, 2 the last but one …
constexpr std::uint32_t from_both_ends(std::uint32_t position, std::uint32_t count) {
  return position % 2 == 0 ? count - 1 - position / 2 : position / 2;
}
constexpr std::uint32_t position_from_both_ends(std::uint32_t index, std::uint32_t count) {
  return 2 * (count - 1 - index) < count ? 2 * (count - 1 - index) : 2 * index + 1;
}

// A number that looks random and is a function of its arguments.
std::uint64_t mixed(std::uint64_t seed, std::uint64_t a, std::uint64_t b);

}  // namespace lockstep::sim
