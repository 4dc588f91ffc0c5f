#include "sim/explain/longest_warps.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <utility>

#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/machine.hpp"
#include "sim/machine/state/run_watch.hpp"

namespace lockstep::sim {
namespace {

class WarpLengths final : public Observer {
 public:
  explicit WarpLengths(std::size_t launches) : longest_(launches) {}
  std::vector<std::uint64_t> longest() && { return std::move(longest_); }

  void on_group_begin(const MachineState& state, std::uint32_t) override {
    warps_.assign(state.group.warps.size(), 0);
  }
  void on_group_leave(const MachineState&, std::uint32_t group) override {
    suspended_[group] = std::move(warps_);
  }
  void on_group_return(const MachineState&, std::uint32_t group) override {
    warps_ = std::move(suspended_[group]);
    suspended_.erase(group);
  }
  void on_instruction(const MachineState&, const Moment& moment, const Instruction&) override {
    if (moment.warp >= warps_.size()) return;
    std::uint64_t& longest = longest_[moment.launch];
    longest = std::max(longest, ++warps_[moment.warp]);
  }
  bool wants_branches() const override { return false; }

 private:
  std::vector<std::uint64_t> longest_;                             // for each launch
  std::vector<std::uint64_t> warps_;                               // for each warp of the running work-group
  std::map<std::uint32_t, std::vector<std::uint64_t>> suspended_;  // the warps of suspended work-groups
};

}  // namespace

std::optional<std::vector<std::uint64_t>> longest_warps(const Plan& plan, const DeviceModel& model,
                                                        const Schedule& schedule, std::uint64_t instructions,
                                                        const std::stop_token& stop) {
  const Result<Machine> machine = repeating_machine(plan, model, schedule, instructions);
  if (!machine) return std::nullopt;
  MachineState state = machine->initial_state();
  WarpLengths lengths(plan.launches.size());
  RunWatch watch({stop, std::chrono::milliseconds(0), {}});
  machine->run(state, std::array<Observer*, 1>{&lengths}, &watch);
  if (state.early_end == EarlyEnd::requested) return std::nullopt;
  return std::move(lengths).longest();
}

}  // namespace lockstep::sim
