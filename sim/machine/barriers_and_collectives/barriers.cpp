// Barriers, and functions that the work-items of a sub-group or work-group compute together. A warp arrives
// once, with its active lanes, so the run continues after a divergent barrier. A warp that has ended no
// longer delays the others. Both cases are findings, because a device may hang or compute a different result.
//
// A sub-group is one warp, which never waits, or, with independent lanes, several warps of one lane.
// Sub-groups are checked before the work-group. When no warp of a sub-group can run, the warps that wait for
// each other are released.
#include "sim/machine/barriers_and_collectives/barriers.hpp"

#include <algorithm>

#include "sim/bytecode/collective.hpp"
#include "sim/machine/execution/lanes.hpp"
#include "sim/machine/execution/loop_watch.hpp"

namespace lockstep::sim {
namespace {

struct WarpRange {
  std::uint32_t begin = 0, end = 0;
};

WarpRange whole_group(const Execution& x) {
  return {0, static_cast<std::uint32_t>(x.state.group.warps.size())};
}

WarpRange own_sub_group(const Execution& x) {
  const std::uint32_t count = x.setup.warps_of_sub_group();
  const std::uint32_t begin = x.state.current_warp / count * count;
  return {begin, std::min(begin + count, whole_group(x).end)};
}

// Returns whether some warp of the range has not arrived at a barrier and may still do so. A warp that waits
// in a loop counts as well.
bool some_warp_is_ready(const Execution& x, WarpRange range) {
  const auto& warps = x.state.group.warps;
  const auto is_ready = [](const Warp& warp) {
    return warp.status == Warp::Status::ready || warp.status == Warp::Status::waits_in_loop;
  };
  // The search starts with the current warp, because usually the next warp is ready.
  const auto begin = warps.begin() + range.begin, end = warps.begin() + range.end;
  const auto current = warps.begin() + x.state.current_warp;
  return std::any_of(current, end, is_ready) || std::any_of(begin, current, is_ready);
}

// Returns the barrier at which a warp waits. The pc of a waiting warp is after the barrier; the pc of the
// executing warp is still at the barrier.
std::uint32_t barrier_of(const Execution& x, std::uint32_t warp_index) {
  if (warp_index == x.state.current_warp) return x.pc;
  return x.state.group.warps[warp_index].pc - 1;
}

bool waits(const Execution& x, std::uint32_t warp_index) {
  return x.state.group.warps[warp_index].status == Warp::Status::at_barrier;
}

const Instruction& instruction_at(const Execution& x, std::uint32_t at) {
  return x.launch->program->code[at];
}

// Reports the missing warps when the warps that wait at `at` are released.
void report_missing(Execution& x, std::uint32_t at, WarpRange range) {
  std::uint32_t first = range.begin;
  while (!waits(x, first) || barrier_of(x, first) != at) ++first;
  for (std::uint32_t i = range.begin; i < range.end; ++i) {
    if (!waits(x, i)) {
      report_ended_before_barrier(x, at, first, i);
    } else if (barrier_of(x, i) != at) {
      report_different_barriers(x, at, first, i);
    }
  }
}

// Returns the lanes that wait at instruction `at`, for each warp of the range.
std::vector<std::uint64_t> lanes_waiting_at(const Execution& x, std::uint32_t at, WarpRange range) {
  std::vector<std::uint64_t> lanes;
  for (std::uint32_t i = range.begin; i < range.end; ++i) {
    lanes.push_back(waits(x, i) && barrier_of(x, i) == at ? x.state.group.warps[i].active : 0);
  }
  return lanes;
}

void complete(Execution& x, std::uint32_t at, std::uint32_t first_warp,
              std::span<const std::uint64_t> lanes) {
  const Instruction& instruction = instruction_at(x, at);
  const bool is_collective = instruction.op == Opcode::collective;
  if (!has_mask(instruction)) {
    if (is_collective) complete_collective(x, at, first_warp, lanes);
    return;
  }
  for (const MaskedLanes& together : lanes_by_mask(x, at, first_warp, lanes))
    if (is_collective) complete_collective(x, at, first_warp, together.lanes);
}

void complete_waiting(Execution& x, std::uint32_t at, WarpRange range) {
  complete(x, at, range.begin, lanes_waiting_at(x, at, range));
}

// Releases all waiting warps when no warp of the group can run. Each barrier completes with the warps that
// have arrived.
void release_group(Execution& x) {
  const WarpRange group = whole_group(x);
  std::vector<std::uint32_t> places;
  for (std::uint32_t i = group.begin; i < group.end; ++i) {
    const bool is_new = waits(x, i) && std::ranges::find(places, barrier_of(x, i)) == places.end();
    if (is_new) places.push_back(barrier_of(x, i));
  }
  if (places.empty()) return;
  report_missing(x, places.front(), group);
  for (const std::uint32_t at : places) complete_waiting(x, at, group);
  x.release_barrier(instruction_at(x, places.front()));
}

void announce_sub_group_barrier(Execution& x, const Instruction& instruction, std::uint32_t sub_group) {
  for (Observer* observer : x.observers) observer->on_sub_group_barrier(x.state, sub_group, instruction);
}

// Releases a barrier of the current sub-group if no warp of the sub-group can run. The earliest barrier in
// the text is released first, because work-items at later barriers wait for the others at the end of their
// branch, as lanes of a warp do.
void settle_sub_group(Execution& x) {
  const WarpRange range = own_sub_group(x);
  if (some_warp_is_ready(x, range)) return;
  std::uint32_t at = UINT32_MAX;
  for (std::uint32_t i = range.begin; i < range.end; ++i) {
    if (waits(x, i) && is_of_sub_group(instruction_at(x, barrier_of(x, i))))
      at = std::min(at, barrier_of(x, i));
  }
  if (at == UINT32_MAX) return;
  if (must_be_uniform(instruction_at(x, at))) report_missing(x, at, range);
  complete_waiting(x, at, range);
  if (instruction_at(x, at).op == Opcode::barrier)
    announce_sub_group_barrier(x, instruction_at(x, at), range.begin / x.setup.warps_of_sub_group());
  ++x.state.group.meetings;
  for (std::uint32_t i = range.begin; i < range.end; ++i) {
    if (waits(x, i) && barrier_of(x, i) == at) x.state.group.warps[i].status = Warp::Status::ready;
  }
}

void settle(Execution& x) {
  if (x.setup.warps_of_sub_group() > 1) settle_sub_group(x);
  if (!some_warp_is_ready(x, whole_group(x))) release_group(x);
}

void meet(Execution& x, const Operation& op) {
  const Instruction& instruction = *op.instruction;
  const std::uint64_t missing = x.warp->existing & ~x.lanes;
  if (missing != 0 && must_be_uniform(instruction)) report_partial_barrier(x, missing);
  if (is_of_sub_group(instruction) && x.setup.warps_of_sub_group() == 1) {
    complete(x, x.pc, x.state.current_warp, {&x.lanes, 1});
    if (instruction.op != Opcode::collective)
      announce_sub_group_barrier(x, instruction, x.state.current_warp);
    return;
  }
  if (!is_of_sub_group(instruction)) {
    const Moment now = x.moment();
    for (Observer* observer : x.observers) observer->on_barrier_arrive(x.state, now, instruction);
  }
  x.warp->status = Warp::Status::at_barrier;
  settle(x);
}

void kernel_end(Execution& x, const Operation&) {
  x.warp->finished |= x.lanes;
  x.warp->active = 0;
  x.warp->status = Warp::Status::finished;
  x.next = x.pc;
  settle(x);
}

// Only reports the fence. In lockstep, with one group at a time, every write is visible immediately, so a
// fence has no effect.
void fence(Execution& x, const Operation& op) {
  const Moment now = x.moment();
  for (Observer* observer : x.observers) observer->on_fence(x.state, now, *op.instruction);
}

}  // namespace

void Execution::release_barrier(const Instruction& instruction) {
  for (Warp& waiting : state.group.warps) {
    if (waiting.status == Warp::Status::at_barrier) waiting.status = Warp::Status::ready;
  }
  ++state.group.barriers;
  ++state.group.meetings;
  for (Observer* observer : observers) observer->on_barrier_release(state, state.group.group, instruction);
  if (++state.group.rounds.turns >= kFirstLook) [[unlikely]]
    look_at_round(*this);
}

template <>
Handlers handlers<Opcode::barrier>(const Instruction&, unsigned) {
  return {meet, meet};
}
template <>
Handlers handlers<Opcode::collective>(const Instruction&, unsigned) {
  return {meet, meet};
}
LOCKSTEP_EXECUTED_BY_ITS_NAME(fence)
LOCKSTEP_EXECUTED_BY_ITS_NAME(kernel_end)
LOCKSTEP_EXECUTED_BY_ITS_NAME(copy_begin)
LOCKSTEP_EXECUTED_BY_ITS_NAME(copy_wait)

}  // namespace lockstep::sim
