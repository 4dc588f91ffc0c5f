// Messages about a race: both accesses with their lines, and what would have ordered them.
#include <fmt/format.h>

#include <array>
#include <bit>

#include "sim/machine/describe.hpp"
#include "sim/machine/launch/setup.hpp"
#include "sim/machine/state.hpp"
#include "sim/observers/races/detector.hpp"

namespace lockstep::sim {
namespace {

constexpr const char* kDifferentGroups =
    "no barrier orders accesses of different work-groups: use two launches, a separate output buffer, or "
    "atomic functions";

std::string_view verb_of(RaceAccess kind) {
  constexpr std::array<std::string_view, 4> kVerbs{"reads", "writes", "atomically updates",
                                                   "atomically reads"};
  return kVerbs[static_cast<std::size_t>(kind)];
}

std::string value_words(LaneType type, std::uint32_t bits) {
  switch (type) {
    case LaneType::int8:
      return std::to_string(static_cast<std::int8_t>(bits));
    case LaneType::int16:
      return std::to_string(static_cast<std::int16_t>(bits));
    case LaneType::int32:
      return std::to_string(static_cast<std::int32_t>(bits));
    case LaneType::float32:
      return fmt::format("{:g}", std::bit_cast<float>(bits));
    case LaneType::uint8:
    case LaneType::uint16:
    case LaneType::uint32:
      return std::to_string(bits);
    default:
      return {};  // a part of a wider value is not shown
  }
}

}  // namespace

Finding::Party RaceDetector::party(const Side& side) const {
  const BoundLaunch& launch = machine_.setup().launches[launch_];
  const auto& range = launch.program->ranges[launch.program->code[side.entry.pc].range];
  return {launch.work_item(side.entry.item / launch.group_items, side.entry.item % launch.group_items),
          launch_, range, side.kind == RaceAccess::write || side.kind == RaceAccess::atomic, true};
}

std::string RaceDetector::side_words(const Race& race, const Side& side) const {
  const BoundLaunch& launch = machine_.setup().launches[launch_];
  const NamedObject* object = object_at(launch, race.address);
  const std::string value = object == nullptr || size_bytes(object->type) != race.unit
                                ? std::string()
                                : value_words(object->type, side.entry.value);
  const Finding::Party who = party(side);
  const std::string_view verb = verb_of(side.kind);
  return fmt::format("work-item {} {} {}{} at line {}", who.work_item, verb,
                     side.kind == RaceAccess::write && !value.empty() ? value + " to " : "",
                     describe_place(launch, race.address, {race.unit}), who.range.line);
}

// Within one work-group: which barrier is missing, and which existing one does not order this memory.
std::string RaceDetector::why_unordered(const Race& race) const {
  const bool is_local = space_of(race.address) == Space::local;
  std::string why = is_local
                        ? "there is no barrier(CLK_LOCAL_MEM_FENCE) between them"
                        : "there is no barrier(CLK_GLOBAL_MEM_FENCE) between them, and not both are atomic";
  const OtherFence& other = is_local ? not_local_ : not_global_;
  if (other.epoch == race.now.entry.epoch)
    why += fmt::format("; the barrier at line {} orders {}", other.line,
                       other.orders_some ? (is_local ? "global memory only" : "local memory only")
                                         : "no memory, because it has no flag");
  return why;
}

Finding RaceDetector::describe(const MachineState& state, const Race& race) const {
  const BoundLaunch& launch = machine_.setup().launches[launch_];
  const bool same_group =
      race.earlier.entry.item / launch.group_items == race.now.entry.item / launch.group_items;
  Finding finding;
  finding.kind = Finding::Kind::data_race;
  finding.space = space_of(race.address);
  finding.program = launch.program_index;
  finding.first = party(race.earlier);
  finding.second = party(race.now);
  finding.step = state.executed;
  finding.address = race.address;
  const OtherFence& other = finding.space == Space::local ? not_local_ : not_global_;
  if (same_group && other.epoch == race.now.entry.epoch) finding.other_barrier = other.line;
  finding.message = fmt::format("{} and {}; {}", side_words(race, race.earlier), side_words(race, race.now),
                                same_group ? why_unordered(race) : kDifferentGroups);
  return finding;
}

}  // namespace lockstep::sim
