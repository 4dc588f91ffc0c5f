#include "sim/observers/longest_chain.hpp"

#include <algorithm>

#include "sim/observers/counters/operations.hpp"

namespace lockstep::sim {
namespace {

// Used only to find the longest chain: a division takes at least a dozen instructions on every device.
constexpr std::uint64_t kDivisionLength = 20;

std::uint64_t length(const LongestChainObserver::Chain& chain) {
  return chain.operations + kDivisionLength * chain.divisions;
}

void add(LongestChainObserver::Chain& sum, const LongestChainObserver::Chain& chain) {
  sum.operations += chain.operations;
  sum.divisions += chain.divisions;
  sum.multiplications += chain.multiplications;
}

}  // namespace

LongestChainObserver::LongestChainObserver(const Machine& machine) : sums_(machine.plan().launches.size()) {
  for (const PlanLaunch& launch : machine.plan().launches) {
    const Program& program = machine.program(launch.program);
    std::vector<Chain>& costs = costs_.emplace_back(program.code.size());
    const std::vector<bool> issued = issued_instructions(program);
    for (std::size_t pc = 0; pc < program.code.size(); ++pc)
      if (issued[pc])
        costs[pc] = {1, divides_by_variable(program, pc) ? 1u : 0u,
                     multiplies_by_variable(program, pc) ? 1u : 0u};
  }
}

void LongestChainObserver::merge(const LongestChainObserver& part, std::uint32_t launch,
                                 std::uint64_t times) {
  const Chain& other = part.sums_[launch];
  add(sums_[launch], {other.operations * times, other.divisions * times, other.multiplications * times});
}

void LongestChainObserver::on_group_begin(const MachineState& state, std::uint32_t) {
  warps_.assign(state.group.warps.size(), {});
}

void LongestChainObserver::on_group_end(const MachineState& state, std::uint32_t) {
  add_longest(state.launch);
}

void LongestChainObserver::on_group_leave(const MachineState&, std::uint32_t group) {
  suspended_[group] = std::move(warps_);
}

void LongestChainObserver::on_group_return(const MachineState&, std::uint32_t group) {
  warps_ = std::move(suspended_[group]);
  suspended_.erase(group);
}

void LongestChainObserver::on_barrier_release(const MachineState& state, std::uint32_t, const Instruction&) {
  add_longest(state.launch);
}

void LongestChainObserver::on_instruction(const MachineState&, const Moment& moment, const Instruction&) {
  if (moment.warp < warps_.size()) add(warps_[moment.warp], costs_[moment.launch][moment.pc]);
}

void LongestChainObserver::add_longest(std::uint32_t launch) {
  const auto longest = std::ranges::max_element(warps_, {}, length);
  if (longest == warps_.end()) return;
  add(sums_[launch], *longest);
  std::ranges::fill(warps_, Chain{});
}

}  // namespace lockstep::sim
