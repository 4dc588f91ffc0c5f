#include "sim/machine/launch/adversary.hpp"

#include <algorithm>
#include <optional>

#include "core/check/check.hpp"
#include "core/plan/plan.hpp"

namespace lockstep::sim {
namespace {

constexpr std::uint64_t kTrialInstructions = 1'000'000;  // limit per trial, which takes about 50 ms
constexpr std::uint64_t kTrialBytes = std::uint64_t{16} << 20;

using Buffers = std::vector<std::vector<std::byte>>;

bool is_small(const Plan& plan) {
  std::uint64_t bytes = 0;
  for (const PlanBuffer& buffer : plan.buffers) bytes += buffer.bytes();
  return bytes <= kTrialBytes;
}

// Returns whether different orders exist. With one work-group of one warp, all orders are the same.
bool has_choice(const Setup& setup) {
  return std::ranges::any_of(setup.launches, [](const BoundLaunch& launch) {
    return launch.group_count > 1 || launch.warp_count > 1;
  });
}

// Returns the buffers at the end of a run; empty if the run takes too long.
std::optional<Buffers> outcome_in(const Setup& setup, const ExecutionOrder& order, const TrialRun& run) {
  auto trial = std::make_shared<Setup>(setup);
  trial->options.schedule.order = order;
  trial->options.track_uninitialised = false;
  MachineState state = run(std::move(trial), kTrialInstructions);
  if (state.ended_early() || !state.done(setup.launches.size())) return std::nullopt;
  return take_buffers(state);
}

bool is_wrong(const Plan& plan, const Buffers& buffers) {
  const Expectation& expected = *plan.expectation;
  return !check_result(plan, materialise(plan.buffers[expected.input_buffer]),
                       buffers[expected.result_buffer])
              .passed();
}

}  // namespace

ExecutionOrder most_harmful_order(const Setup& setup, const TrialRun& run) {
  constexpr ExecutionOrder usual{ExecutionOrder::Kind::adversarial, 0};
  if (!has_choice(setup) || !is_small(setup.plan)) return usual;
  std::optional<Buffers> fixed;
  if (!setup.plan.expectation) {
    fixed = outcome_in(setup, {}, run);
    if (!fixed) return usual;
  }
  for (const std::uint64_t which :
       {std::uint64_t{0}, kFromFirst, kDelayInEvenPhases, kFromFirst | kDelayInEvenPhases}) {
    const ExecutionOrder order{ExecutionOrder::Kind::adversarial, which};
    const std::optional<Buffers> buffers = outcome_in(setup, order, run);
    if (!buffers) return usual;
    if (fixed ? *buffers != *fixed : is_wrong(setup.plan, *buffers)) return order;
  }
  return usual;
}

}  // namespace lockstep::sim
