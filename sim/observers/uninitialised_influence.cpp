#include "sim/observers/uninitialised_influence.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/state/run_watch.hpp"

namespace lockstep::sim {
namespace {

constexpr std::uint64_t kMostLaneSteps = std::uint64_t{1} << 28;
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

// Repeats a run with other bytes in the memory that was never written.
class RunAgain {
 public:
  RunAgain(const RepeatableRun& repeat, std::uint64_t garbage, std::uint64_t step_budget,
           const std::stop_token& stop)
      : machine_(repeat.machine(garbage, step_budget)), stop_(stop) {
    if (machine_) state_ = repeat.start(*machine_);
  }

  // Returns false once the run has ended.
  bool go_on(TimeSlice& slice) {
    if (!machine_ || state_->ended_early() || is_done()) return false;
    const std::array<Observer*, 1> observers{&decisions_};
    if (!slice.has_end()) {
      RunWatch watch({stop_, std::chrono::milliseconds(0), {}});
      machine_->run(*state_, observers, &watch);
      return false;
    }
    machine_->step_through(*state_, observers, [&] { return !slice.is_over(); });
    return !state_->ended_early() && !is_done() && !stop_.stop_requested();
  }

  // Empty if it did not run to its end.
  std::optional<Outcome> take() {
    if (!machine_ || state_->ended_early() || !is_done()) return std::nullopt;
    Outcome outcome{decisions_.hash(), {}, {}};
    for (auto& buffer : state_->buffers) outcome.buffers.push_back(buffer.take());
    for (auto& map : state_->buffer_written) outcome.written.push_back(map.take());
    return outcome;
  }

 private:
  bool is_done() const { return state_->done(machine_->plan().launches.size()); }

  Result<Machine> machine_;
  std::stop_token stop_;
  std::optional<MachineState> state_;
  Decisions decisions_;
};

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

struct UnwrittenValues::Impl {
  RepeatableRun repeat;
  CountedRun& run;
  std::stop_token stop;
  std::optional<RunAgain> repetition{};
  std::optional<Outcome> as_it_was{};

  std::uint64_t budget() const { return 4 * run.total.instructions + 10'000; }
  void call_them_notes();
};

void UnwrittenValues::Impl::call_them_notes() {
  for (Finding& finding : run.findings) {
    if (!is_unwritten(finding)) continue;
    finding.severity = Severity::note;
    finding.message += "; no branch, address or result depends on it";
  }
}

UnwrittenValues::UnwrittenValues(RepeatableRun repeat, CountedRun& run, std::stop_token stop) {
  const bool is_small = run.early_end == EarlyEnd::none && run.total.active_lanes <= kMostLaneSteps;
  if (is_small && std::ranges::any_of(run.findings, is_unwritten))
    impl_ = std::make_unique<Impl>(Impl{std::move(repeat), run, std::move(stop)});
}
UnwrittenValues::UnwrittenValues(UnwrittenValues&&) noexcept = default;
UnwrittenValues::~UnwrittenValues() = default;

bool UnwrittenValues::go_on(TimeSlice& slice) {
  if (!impl_) return false;
  Impl& all = *impl_;
  for (const std::uint64_t garbage : {std::uint64_t{0}, kGarbage}) {
    if (garbage == 0 && all.as_it_was) continue;
    if (!all.repetition) all.repetition.emplace(all.repeat, garbage, all.budget(), all.stop);
    if (all.repetition->go_on(slice)) return true;
    std::optional<Outcome> outcome = all.repetition->take();
    all.repetition.reset();
    if (!outcome) return false;
    if (garbage == 0)
      all.as_it_was = std::move(outcome);
    else if (!differ(*all.as_it_was, *outcome))
      all.call_them_notes();
  }
  return false;
}

void settle_unwritten_values(const RepeatableRun& repeat, CountedRun& run, const std::stop_token& stop) {
  UnwrittenValues values(repeat, run, stop);
  TimeSlice whole;
  values.go_on(whole);
}

}  // namespace lockstep::sim
