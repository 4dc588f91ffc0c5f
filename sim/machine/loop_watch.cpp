#include "sim/machine/loop_watch.hpp"

#include <algorithm>
#include <cstring>

namespace lockstep::sim {
namespace {

constexpr std::uint64_t kFirstWindow = 64;  // iterations until the kept state is replaced, at first

// Most states differ in the same bytes each time, such as those of a loop's counter: they are compared first.
bool is_same(const std::vector<std::byte>& a, const std::vector<std::byte>& b, std::size_t& differ_at) {
  constexpr std::size_t kBlock = 64;
  if (a.size() != b.size()) return false;
  const auto differ = [&](std::size_t at) {
    return std::memcmp(a.data() + at, b.data() + at, std::min(kBlock, a.size() - at)) != 0;
  };
  if (differ_at < a.size() && differ(differ_at)) return false;
  if (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0) return true;
  for (differ_at = 0; !differ(differ_at);) differ_at += kBlock;
  return false;
}

bool is_as_earlier(Execution& x, const Warp& warp, std::uint32_t pc, const EarlierTurn& earlier) {
  return earlier.pc == pc && earlier.active == warp.active &&
         is_same(warp.registers, earlier.registers, x.differing_register) && earlier.stack == warp.stack &&
         is_same(warp.private_memory, earlier.private_memory, x.differing_private);
}

EarlierTurn turn_of(const Execution& x, const Warp& warp, std::uint32_t pc) {
  return {pc,
          warp.active,
          warp.stack,
          warp.registers,
          warp.private_memory,
          x.state.changes,
          x.state.group.meetings};
}

template <class T>
void keep(Repetition<T>& repetition, T now) {
  repetition.earlier = SharedValue<T>(std::move(now));
  repetition.window = std::max(2 * repetition.window, kFirstWindow);
  repetition.replace_at = repetition.turns + repetition.window;
}

// A state was seen twice: from now on changes of memory are counted, and the search begins anew.
template <class T>
void suspect(Execution& x, Repetition<T>& repetition, T now) {
  // Kept states from before have not counted them.
  if (!x.state.counts_changes) ++x.state.changes;
  x.state.counts_changes = true;
  repetition.window = 0;
  keep(repetition, std::move(now));
}

void wait_in_loop(const Execution& x, Warp& warp) {
  warp.status = Warp::Status::waits_in_loop;
  warp.waits_since = x.state.changes;
}

// The outermost loop that has repeated since the kept state is the one that does not end.
void note_loop(Warp& warp) {
  const auto depth = static_cast<std::uint32_t>(warp.stack.size());
  if (warp.loop_depth != 0 && warp.loop_depth <= depth) return;
  warp.loop_depth = depth;
  warp.loop = warp.stack.back().pc;
}

std::vector<EarlierTurn> round_of(const Execution& x) {
  std::vector<EarlierTurn> round;
  const auto& warps = x.state.group.warps;
  for (std::uint32_t i = 0; i < warps.size(); ++i)
    round.push_back(turn_of(x, warps[i], i == x.state.current_warp ? x.next : warps[i].pc));
  return round;
}

bool is_as_earlier(Execution& x, const std::vector<EarlierTurn>& round) {
  const auto& warps = x.state.group.warps;
  for (std::uint32_t i = 0; i < warps.size(); ++i) {
    const std::uint32_t pc = i == x.state.current_warp ? x.next : warps[i].pc;
    if (!is_as_earlier(x, warps[i], pc, round[i])) return false;
  }
  return true;
}

}  // namespace

void look_at_loop(Execution& x) {
  Warp& warp = *x.warp;
  Repetition<EarlierTurn>& loops = warp.loops;
  note_loop(warp);
  if (!loops.earlier || loops.turns >= loops.replace_at) {
    warp.loop_depth = 0;
    note_loop(warp);
    return keep(loops, turn_of(x, warp, x.next));
  }
  const EarlierTurn& earlier = *loops.earlier;
  if (!is_as_earlier(x, warp, x.next, earlier)) return;
  const bool alone = earlier.meetings == x.state.group.meetings;
  if (alone && x.state.counts_changes && earlier.changes == x.state.changes) return wait_in_loop(x, warp);
  suspect(x, loops, turn_of(x, warp, x.next));
}

void look_at_round(Execution& x) {
  auto& rounds = x.state.group.rounds;
  if (!rounds.earlier || rounds.turns >= rounds.replace_at) return keep(rounds, round_of(x));
  if (!is_as_earlier(x, *rounds.earlier)) return;
  if (!x.state.counts_changes || rounds.earlier->front().changes != x.state.changes)
    return suspect(x, rounds, round_of(x));
  for (Warp& warp : x.state.group.warps)
    if (warp.status != Warp::Status::finished) wait_in_loop(x, warp);
}

bool wake_waiting(MachineState& state) {
  bool woken = false;
  for (Warp& warp : state.group.warps) {
    if (warp.status != Warp::Status::waits_in_loop || warp.waits_since == state.changes) continue;
    warp.status = Warp::Status::ready;
    warp.loops.earlier = {};
    warp.loops.window = 0;
    woken = true;
  }
  if (woken)
    state.group.rounds = {.turns = state.group.rounds.turns, .replace_at = 0, .window = 0, .earlier = {}};
  return woken;
}

bool waits_in_loops(const WorkGroupState& group) {
  return std::ranges::any_of(group.warps,
                             [](const Warp& warp) { return warp.status == Warp::Status::waits_in_loop; });
}

}  // namespace lockstep::sim
