#include "sim/observers/unwritten_values.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/state/run_watch.hpp"

namespace lockstep::sim {
namespace {

constexpr std::uint64_t kMostLaneSteps = std::uint64_t{1} << 26;
constexpr std::uint64_t kGarbage = 0x9E3779B97F4A7C15ULL;

// Branches and addresses of a run, in order.
class Decisions final : public Observer {
 public:
  bool wants_instructions() const override { return false; }
  void on_branch(const MachineState&, const Moment& moment, const Instruction&,
                 const ObservedBranch& branch) override {
    add(moment.pc);
    add(branch.taken);
  }
  void on_access(const MachineState&, const Moment& moment, const Instruction&,
                 const ObservedAccess& access) override {
    add(moment.pc);
    add(access.access.active);
    for_each_lane(access.access.active, [&](unsigned lane) { add(access.access.addresses[lane]); });
  }
  std::uint64_t hash() const { return hash_; }

 private:
  void add(std::uint64_t value) {
    hash_ = (hash_ ^ value) * 0x100000001B3ULL;
    hash_ ^= hash_ >> 29;
  }
  std::uint64_t hash_ = 0xCBF29CE484222325ULL;
};

struct Outcome {
  std::uint64_t decisions = 0;
  std::vector<std::vector<std::byte>> buffers;
  std::vector<std::vector<std::uint8_t>> written;
};

std::optional<Outcome> outcome_with(const RepeatableRun& repeat, std::uint64_t garbage,
                                    std::uint64_t step_budget, const std::stop_token& stop) {
  const Result<Machine> machine = repeat.machine(garbage, step_budget);
  if (!machine) return std::nullopt;
  MachineState state = repeat.start(*machine);
  Decisions decisions;
  RunWatch watch({stop, std::chrono::milliseconds(0), {}});
  machine->run(state, std::array<Observer*, 1>{&decisions}, &watch);
  if (state.ended_early()) return std::nullopt;
  Outcome outcome{decisions.hash(), {}, {}};
  for (auto& buffer : state.buffers) outcome.buffers.push_back(buffer.take());
  for (auto& map : state.buffer_written) outcome.written.push_back(map.take());
  return outcome;
}

bool differ(const Outcome& one, const Outcome& other) {
  if (one.decisions != other.decisions || one.written != other.written) return true;
  for (std::size_t i = 0; i < one.buffers.size(); ++i) {
    const std::vector<std::uint8_t>& written = one.written[i];
    for (std::size_t at = 0; at < one.buffers[i].size(); ++at)
      if ((written.empty() || written[at] != 0) && one.buffers[i][at] != other.buffers[i][at]) return true;
  }
  return false;
}

bool is_unwritten(const Finding& finding) {
  return finding.kind == Finding::Kind::uninitialised_read && finding.severity == Severity::error;
}

}  // namespace

RepeatableRun repeatable(const Plan& plan, const DeviceModel& model, MachineOptions options) {
  return {[&plan, &model, options](std::uint64_t garbage, std::uint64_t step_budget) mutable {
            options.garbage = garbage;
            options.step_budget = step_budget;
            options.track_uninitialised = true;
            return compile_machine(plan, model, options);
          },
          [](const Machine& machine) { return machine.initial_state(); }};
}

void settle_unwritten_values(const RepeatableRun& repeat, CountedRun& run, const std::stop_token& stop) {
  const bool is_small = run.early_end == EarlyEnd::none && run.total.active_lanes <= kMostLaneSteps;
  if (!is_small || std::ranges::none_of(run.findings, is_unwritten)) return;
  const std::uint64_t budget = 4 * run.total.instructions + 10'000;
  const auto as_it_was = outcome_with(repeat, 0, budget, stop);
  const auto otherwise = as_it_was ? outcome_with(repeat, kGarbage, budget, stop) : std::nullopt;
  if (!otherwise || differ(*as_it_was, *otherwise)) return;
  for (Finding& finding : run.findings) {
    if (!is_unwritten(finding)) continue;
    finding.severity = Severity::note;
    finding.message += "; no branch, address or result depends on it";
  }
}

}  // namespace lockstep::sim
