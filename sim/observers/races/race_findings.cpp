// Writes the messages about a race, which name both accesses with their lines, and the synchronisation that
// would have ordered them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "core/plan/language.hpp"
#include "sim/frontend/preprocess/options.hpp"
#include "sim/machine/launch/describe.hpp"
#include "sim/machine/launch/setup.hpp"
#include "sim/machine/state/state.hpp"
#include "sim/observers/races/detector.hpp"

namespace lockstep::sim {
namespace {

constexpr const char* kDifferentGroups =
    "no barrier orders accesses of different work-groups: use two launches, a separate output buffer, or "
    "atomic functions";

// The names, in the kernel's language, of the synchronisation that would have ordered two accesses.
struct OrderWords {
  std::string_view wider_scope, acquire, no_release, local_barrier, global_barrier;
};
constexpr OrderWords kOrderInOpencl{
    "memory_scope_device", "memory_order_acquire, or a fence after it",
    "no release and acquire order them: the first work-item must release after its access "
    "(memory_order_release, or a fence before a relaxed atomic), the second must acquire the same "
    "variable before its access, both with memory_scope_device",
    "barrier(CLK_LOCAL_MEM_FENCE)", "barrier(CLK_GLOBAL_MEM_FENCE)"};
constexpr OrderWords kOrderInCuda{
    "the function without _block, or cuda::thread_scope_device",
    "cuda::memory_order_acquire, or __threadfence() after it",
    "no release and acquire order them: the first work-item needs __threadfence() after its access and "
    "before "
    "an atomic function, the second needs an atomic function on the same variable and __threadfence() before "
    "its access",
    "__syncthreads()", "__syncthreads()"};

const OrderWords& order_words(const PlanProgram& program) {
  return language_of(program.source.path) == Language::cuda ? kOrderInCuda : kOrderInOpencl;
}

std::string_view verb_of(RaceAccess kind) {
  constexpr std::array<std::string_view, 4> kVerbs{"reads", "writes", "atomically updates",
                                                   "atomically reads"};
  return kVerbs[static_cast<std::size_t>(kind)];
}

// Before OpenCL C 2.0, atomic functions have no memory order.
bool has_only_plain_atomics(const PlanProgram& program) {
  if (language_of(program.source.path) == Language::cuda) return false;
  const auto options = language::parse_options(program.options);
  return options && options->version < 200;
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

std::uint32_t RaceDetector::line_of(std::uint32_t pc) const {
  const Program& program = *machine_.setup().launches[launch_].program;
  return program.ranges[program.code[pc].range].line;
}

// All work-items of a group make a copy together; the first work-item represents them.
Finding::Party RaceDetector::party(const Side& side) const {
  const BoundLaunch& launch = machine_.setup().launches[launch_];
  const auto& range = launch.program->ranges[launch.program->code[pc_of(side.entry)].range];
  return {work_item(side.entry), launch_, range, !only_reads(side.kind), true};
}

std::string RaceDetector::side_words(const Race& race, const Side& side) const {
  const BoundLaunch& launch = machine_.setup().launches[launch_];
  const NamedObject* object = object_at(launch, race.address);
  const std::string value = object == nullptr || size_bytes(object->type) != race.unit || !side.value
                                ? std::string()
                                : value_words(object->type, *side.value);
  const Finding::Party who = party(side);
  const std::string actor = side.entry.item() < kFirstCopy ? fmt::format("work-item {}", who.work_item)
                                                           : std::string("the asynchronous copy");
  return fmt::format("{} {} {}{} at line {}", actor, verb_of(side.kind),
                     side.kind == RaceAccess::write && !value.empty() ? value + " to " : "",
                     describe_place(launch, race.address, {race.unit}), who.range.line);
}

// A barrier between the two accesses that does not order this memory.
const RaceDetector::OtherFence* RaceDetector::other_fence(const Race& race) const {
  const bool is_local = space_of(race.address) == Space::local;
  const OtherFence& other = other_fences_[index_of(is_local ? OrderedMemory::local : OrderedMemory::global)];
  return is_of_running_group(race.earlier.entry) && other.time > race.earlier.entry.time ? &other : nullptr;
}

// Returns the line of an asynchronous copy of this group that had begun before the second access and for
// which no work-item has waited; 0 if there is none.
std::uint32_t RaceDetector::copy_in_flight(const Race& race) const {
  if (!is_of_running_group(race.earlier.entry)) return 0;
  const auto copy_of = [&](const Side& side) {
    return side.entry.item() < kFirstCopy ? nullptr : copies_.copy_of(side.entry);
  };
  if (const AsyncCopies::Copy* first = copy_of(race.earlier)) return line_of(first->pc);
  const AsyncCopies::Copy* second = copy_of(race.now);
  return second != nullptr && race.earlier.entry.time >= second->begin ? line_of(second->pc) : 0;
}

// Whether one side is the first read of a compare-and-swap loop and the other side is an atomic function: the
// loop repeats if the value is outdated.
bool RaceDetector::is_compared_again(const Race& race) const {
  const auto is_read = [&](const Side& side) {
    return side.kind == RaceAccess::read &&
           std::ranges::count(machine_.setup().launches[launch_].program->compared_reads,
                              party(side).range) != 0;
  };
  return (is_read(race.earlier) && is_atomic(race.now.kind)) ||
         (is_read(race.now) && is_atomic(race.earlier.kind));
}

// Returns which synchronisation is missing in a race between work-groups, as far as this can be determined
// from the run.
std::string RaceDetector::why_groups_race(const Race& race) const {
  const Program& program = *machine_.setup().launches[launch_].program;
  const PlanProgram& own_program = machine_.plan().programs[machine_.setup().launches[launch_].program_index];
  const OrderWords& words = order_words(own_program);
  const auto scope_of = [&](const Side& side) {
    const Instruction& instruction = program.code[pc_of(side.entry)];
    return instruction.op == Opcode::atomic ? ordering_of(instruction).scope : MemoryScope::device;
  };
  for (const Side* side : {&race.earlier, &race.now}) {
    if (scope_of(*side) < MemoryScope::device && is_atomic(race.earlier.kind) && is_atomic(race.now.kind))
      return fmt::format(
          "the scope of the atomic function at line {} does not include work-items of other work-groups: use "
          "{}",
          line_of(pc_of(side->entry)), words.wider_scope);
  }
  if (!synchronisation_.is_active()) return kDifferentGroups;
  const bool is_local = space_of(race.address) == Space::local;
  const std::uint32_t item = race.earlier.entry.item();
  const std::uint32_t* read =
      synchronisation_.relaxed_read({is_local ? OrderedMemory::local : OrderedMemory::global,
                                     turn_of(race.earlier.entry),
                                     {item, item / machine_.setup().sub_group_width},
                                     race.earlier.entry.time});
  if (read != nullptr)
    return fmt::format(
        "the atomic function at line {} reads the released value, but does not acquire it: use {}",
        line_of(pcs_[*read]), words.acquire);
  if (has_only_plain_atomics(own_program))
    return "no atomic functions order them: in OpenCL 1.x both work-items need an atomic function on one "
           "variable, with "
           "mem_fence(CLK_GLOBAL_MEM_FENCE) after the first access and before the second";
  return std::string(words.no_release);
}

// Returns which synchronisation is missing between the two accesses, and which barrier or event is
// not sufficient.
std::string RaceDetector::why_unordered(const Race& race, bool same_group) const {
  if (const std::uint32_t line = copy_in_flight(race); line != 0)
    return fmt::format(
        "the copy begun at line {} is in flight until wait_group_events has its event; a barrier does not "
        "wait "
        "for it",
        line);
  if (is_compared_again(race))
    return "the compare-and-swap is repeated if the value is no longer current, so devices compute the right "
           "result; "
           "formally the read must be atomic, too";
  if (!same_group) return why_groups_race(race);
  const bool is_local = space_of(race.address) == Space::local;
  const OrderWords& words =
      order_words(machine_.plan().programs[machine_.setup().launches[launch_].program_index]);
  std::string why =
      is_local ? fmt::format("there is no {} between them", words.local_barrier)
               : fmt::format("there is no {} between them, and not both are atomic", words.global_barrier);
  if (const OtherFence* other = other_fence(race))
    why += fmt::format("; the barrier at line {} orders {}", other->line,
                       other->orders_some ? (is_local ? "global memory only" : "local memory only")
                                          : "no memory, because it has no flag");
  return why;
}

Finding RaceDetector::describe(const MachineState& state, const Race& race) const {
  const BoundLaunch& launch = machine_.setup().launches[launch_];
  const bool same_group = is_of_running_group(race.earlier.entry);
  Finding finding;
  finding.kind = Finding::Kind::data_race;
  finding.space = space_of(race.address);
  finding.program = launch.program_index;
  finding.first = party(race.earlier);
  finding.second = party(race.now);
  if (is_compared_again(race)) finding.severity = Severity::note;
  finding.step = state.executed;
  finding.address = race.address;
  finding.copy_line = copy_in_flight(race);
  const OtherFence* other = other_fence(race);
  if (other != nullptr && finding.copy_line == 0) finding.other_barrier = other->line;
  finding.message = fmt::format("{} and {}; {}", side_words(race, race.earlier), side_words(race, race.now),
                                why_unordered(race, same_group));
  return finding;
}

void RaceDetector::report_copy(const MachineState& state, std::uint32_t pc, std::uint32_t item,
                               std::string message) {
  const BoundLaunch& launch = machine_.setup().launches[launch_];
  Finding finding;
  finding.kind = Finding::Kind::asynchronous_copy;
  finding.program = launch.program_index;
  finding.first = {own_work_item(item), launch_, launch.program->ranges[launch.program->code[pc].range],
                   false, true};
  finding.step = state.executed;
  finding.message = std::move(message);
  if (!sink_.count_again(key_of(finding), 1)) sink_.on_finding(state, finding);
}

void RaceDetector::report_copy_mistake(const MachineState& state, std::uint32_t pc,
                                       const AsyncCopies::Mistake& mistake) {
  const std::uint64_t item = own_work_item(mistake.item);
  const std::uint64_t other = own_work_item(mistake.other);
  using enum AsyncCopies::Mistake::Kind;
  switch (mistake.kind) {
    case unknown_event:
      return report_copy(
          state, pc, mistake.item,
          fmt::format("work-item {} waits at line {} for an event that no asynchronous copy of "
                      "its work-group returned",
                      item, line_of(pc)));
    case different_events:
      return report_copy(state, pc, mistake.item,
                         fmt::format("work-items {} and {} wait for different events at line {}; all "
                                     "work-items of a work-group must wait for the same events",
                                     other, item, line_of(pc)));
    case different_counts:
      return report_copy(state, pc, mistake.item,
                         fmt::format("work-items {} and {} wait for different numbers of events at line {}; "
                                     "all work-items of a work-group must wait for the same events",
                                     other, item, line_of(pc)));
  }
}

}  // namespace lockstep::sim
