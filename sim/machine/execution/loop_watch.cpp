#include "sim/machine/execution/loop_watch.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace lockstep::sim {
namespace {

constexpr double kUsualGroups = 16;  // the number of work-groups per compute unit if the model gives none
constexpr std::uint64_t kMaxUnchanged = 128;  // the maximum number of groups that wait for the same change
// Number of iterations until the kept state is replaced for the first time.
constexpr std::uint64_t kFirstWindow = 64;

// Compares two states. Successive states usually differ in the same bytes, such as the bytes of a loop
// counter, so the bytes at `differ_at`, where the previous states differed, are compared first.
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

// Called when a state has occurred twice. From now on, changes to memory are counted, and the search for a
// repetition starts again.
template <class T>
void suspect(Execution& x, Repetition<T>& repetition, T now) {
  // States that were kept before have no valid count of changes, so the count must differ from theirs.
  if (!x.state.counts_changes) ++x.state.changes;
  x.state.counts_changes = true;
  repetition.window = 0;
  keep(repetition, std::move(now));
}

void wait_in_loop(const Execution& x, Warp& warp) {
  warp.status = Warp::Status::waits_in_loop;
  warp.waits_since = x.state.changes;
}

// Notes the outermost loop that has repeated since the state was kept. This is the loop that does not end.
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

class GlobalReads final : public Observer {
 public:
  bool wants_instructions() const override { return false; }
  void on_access(const MachineState&, const Moment&, const Instruction&,
                 const ObservedAccess& observed) override {
    found_ |= observed.space == Space::global && observed.access.kind != AccessKind::store;
  }
  bool found() const { return found_; }

 private:
  bool found_ = false;
};

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

bool may_see_change(const MachineState& state, const WorkGroupState& group) {
  return std::ranges::any_of(group.warps, [&](const Warp& warp) {
    return warp.status == Warp::Status::waits_in_loop && warp.waits_since != state.changes;
  });
}

bool has_room_for_group(const Execution& x) {
  const std::uint64_t here = x.state.waiting.size() + (waits_in_loops(x.state.group) ? 1 : 0);
  if (here == 0) return true;
  const DeviceRates& rates = x.setup.model.rates;
  const std::uint64_t width = x.setup.sub_group_width;
  const double warps = static_cast<double>((x.launch->group_items + width - 1) / width);
  const double of_unit = std::min(rates.resident_groups.value_or(kUsualGroups), rates.resident_warps / warps);
  const double resident = rates.compute_units * std::max(1.0, std::floor(of_unit));
  const auto unchanged = static_cast<std::uint64_t>(std::ranges::count_if(
      x.state.waiting, [&](const WorkGroupState& group) { return !may_see_change(x.state, group); }));
  return static_cast<double>(here) < resident && unchanged < kMaxUnchanged;
}

void repeat_iteration(const Execution& x, std::uint32_t warp, Observer& observer) {
  constexpr int kMaxInstructions = 100'000;
  MachineState& state = x.state;
  const WorkGroupState group = state.group;
  const std::uint64_t executed = state.executed;
  const std::uint32_t current = state.current_warp;
  Observer* const observers[] = {&observer};
  state.current_warp = warp;
  Execution again(x.setup, state, observers);
  again.enter();
  const Warp& begin = group.warps[warp];
  for (int i = 0; i < kMaxInstructions; ++i) {
    again.warp->status = Warp::Status::ready;
    again.execute_one();
    if (again.warp->status == Warp::Status::finished) break;
    if (again.warp->pc == begin.pc && again.warp->active == begin.active &&
        again.warp->registers == begin.registers && again.warp->private_memory == begin.private_memory)
      break;
  }
  state.group = group;
  state.executed = executed;
  state.current_warp = current;
}

bool reads_global_memory(const Execution& x) {
  GlobalReads reads;
  const auto& warps = x.state.group.warps;
  for (std::uint32_t i = 0; i < warps.size() && !reads.found(); ++i)
    if (warps[i].status == Warp::Status::waits_in_loop) repeat_iteration(x, i, reads);
  return reads.found();
}

bool waits_in_loops(const WorkGroupState& group) {
  return std::ranges::any_of(group.warps,
                             [](const Warp& warp) { return warp.status == Warp::Status::waits_in_loop; });
}

}  // namespace lockstep::sim
