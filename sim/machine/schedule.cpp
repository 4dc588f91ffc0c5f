#include "sim/machine/schedule.hpp"

#include <fmt/format.h>

#include <charconv>
#include <numeric>

#include "sim/machine/adversary.hpp"
#include "sim/machine/execution.hpp"
#include "sim/machine/loop_watch.hpp"

namespace lockstep::sim {

Result<LaneSchedule> parse_lane_schedule(std::string_view text) {
  if (text == "lockstep") return LaneSchedule::lockstep;
  if (text == "independent") return LaneSchedule::independent;
  return usage_error(fmt::format("--schedule {}: choose lockstep or independent", text));
}

Result<ExecutionOrder> parse_execution_order(std::string_view text) {
  if (text == "fixed") return ExecutionOrder{};
  if (text == "adversarial") return ExecutionOrder{ExecutionOrder::Kind::adversarial, 0};
  constexpr std::string_view kRandom = "random:";
  if (text.starts_with(kRandom)) {
    const std::string_view number = text.substr(kRandom.size());
    ExecutionOrder order{ExecutionOrder::Kind::random, 0};
    const char* const end = number.data() + number.size();
    const auto [stop, error] = std::from_chars(number.data(), end, order.seed);
    if (error == std::errc{} && stop == end) return order;
  }
  return usage_error(fmt::format(
      "--order {}: choose fixed, adversarial or random:SEED, where SEED is a whole number", text));
}

std::string to_string(LaneSchedule lanes) {
  return lanes == LaneSchedule::lockstep ? "lockstep" : "independent";
}

std::string to_string(const ExecutionOrder& order) {
  switch (order.kind) {
    case ExecutionOrder::Kind::random:
      return fmt::format("random:{}", order.seed);
    case ExecutionOrder::Kind::adversarial:
      return "adversarial";
    case ExecutionOrder::Kind::fixed:
      break;
  }
  return "fixed";
}

// Two rounds of the finalizer of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
// generators, 2014).
std::uint64_t mixed(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
  const auto mix = [](std::uint64_t x) {
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
  };
  return mix(mix(mix(seed) ^ a) ^ b);
}

std::uint32_t group_of_turn(const ExecutionOrder& order, std::uint32_t launch, std::uint32_t count,
                            std::uint32_t turn) {
  if (order.kind == ExecutionOrder::Kind::fixed) return turn;
  if (order.kind == ExecutionOrder::Kind::adversarial) return adversarial_index(order, turn, count);
  // A step that is coprime to the count reaches every group once.
  std::uint64_t step = mixed(order.seed, launch, 1) % count;
  while (std::gcd(step, std::uint64_t{count}) != 1) ++step;
  const std::uint64_t first = mixed(order.seed, launch, 2) % count;
  return static_cast<std::uint32_t>((first + step * turn) % count);
}

// Which warp executes next, by the state alone: see schedule.hpp for the orders.

namespace {

// After so many instructions of the plan, the current warp is interrupted.
constexpr std::uint64_t kQuantum = 1024;

bool stores(Opcode op) { return op == Opcode::store || op == Opcode::atomic || op == Opcode::copy; }
bool accesses(Opcode op) { return stores(op) || op == Opcode::load; }

}  // namespace

EarlyEnd Execution::run_preempted_warps() {
  do {
    while (warp->status == Warp::Status::ready) {
      if (state.executed >= limit_)
        if (const EarlyEnd early = look(); early != EarlyEnd::none) return early;
      execute_one();
      if (warp->status == Warp::Status::ready) give_way();
    }
  } while (next_warp());
  return how_group_ended();
}

// Whether stores are delayed in this phase, and the next instruction of this warp is a store.
bool Execution::holds_back(std::uint32_t warp_index) const {
  const ExecutionOrder& order = setup.options.schedule.order;
  if (order.kind != ExecutionOrder::Kind::adversarial) return false;
  const std::uint64_t quiet = (order.seed & kDelayInEvenPhases) != 0 ? 1 : 0;
  if ((state.group.turn + state.group.barriers) % 2 == quiet) return false;
  return stores(launch->program->code[state.group.warps[warp_index].pc].op);
}

void Execution::give_way() {
  const ExecutionOrder& order = setup.options.schedule.order;
  if (state.executed % kQuantum == 0) {
    if (state.counts_changes) wake_waiting(state);
    next_warp();
  } else if (order.kind == ExecutionOrder::Kind::random) {
    const bool may = accesses(launch->program->code[pc].op);
    if (may && mixed(order.seed, state.executed, 3) % 2 == 0) next_warp();
  } else if (holds_back(state.current_warp)) {
    find_warp([&](std::uint32_t candidate) { return !holds_back(candidate); });
  }
}

template <class Condition>
bool Execution::find_warp(Condition condition) {
  const auto& warps = state.group.warps;
  const auto count = static_cast<std::uint32_t>(warps.size());
  const ExecutionOrder& order = setup.options.schedule.order;
  const bool both_ends = order.kind == ExecutionOrder::Kind::adversarial;
  const std::uint32_t from =
      both_ends ? adversarial_position(order, state.current_warp, count) : state.current_warp;
  for (std::uint32_t i = 1; i <= count; ++i) {
    const std::uint32_t position = (from + i) % count;
    const std::uint32_t candidate = both_ends ? adversarial_index(order, position, count) : position;
    if (warps[candidate].status != Warp::Status::ready || !condition(candidate)) continue;
    state.current_warp = candidate;
    enter_warp();
    return true;
  }
  return false;
}

// In the fixed order the next warp in turn; after the last one the first, which only happens after a barrier.
bool Execution::next_warp() {
  const ExecutionOrder& order = setup.options.schedule.order;
  if (order.kind == ExecutionOrder::Kind::random) {
    const std::uint64_t skipped = mixed(order.seed, state.executed, 4) % state.group.warps.size();
    state.current_warp =
        static_cast<std::uint32_t>((state.current_warp + skipped) % state.group.warps.size());
  }
  const auto any = [](std::uint32_t) { return true; };
  return find_warp(any) || (wake_waiting(state) && find_warp(any));
}

}  // namespace lockstep::sim
