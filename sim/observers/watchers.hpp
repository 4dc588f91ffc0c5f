// The observers of a run for which only sums are kept: counters, provenance without a graph, and
// findings. Several sets of observers can share a launch, each observing some of its work-groups; they
// are merged afterwards.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/observers/counters/counter_observer.hpp"
#include "sim/observers/counters/counters.hpp"
#include "sim/observers/finding_log.hpp"
#include "sim/observers/launch_flow.hpp"
#include "sim/observers/provenance/observer.hpp"
#include "sim/observers/races/detector.hpp"
#include "sim/observers/touched_bytes.hpp"

namespace lockstep::sim {

class PrintLog : public Observer {
 public:
  explicit PrintLog(std::function<void(std::string_view)> show) : show_(std::move(show)) {}
  void on_print(const MachineState&, const Moment&, std::string_view text) override;
  bool wants_prints() const override { return !is_full_; }
  bool wants_instructions() const override { return false; }
  bool wants_accesses() const override { return false; }
  bool wants_branches() const override { return false; }
  const std::string& text() const { return text_; }
  bool is_full() const { return is_full_; }

 private:
  std::function<void(std::string_view)> show_;
  std::string text_;
  bool is_full_ = false;
};

// Records why a run ended early, even if errors are not searched for.
class EarlyEndLog final : public FindingLog {
 public:
  bool count_again(const FindingKey& key, std::uint64_t occurrences) override {
    using enum Finding::Kind;
    return (key.kind != endless_loop && key.kind != step_budget) || FindingLog::count_again(key, occurrences);
  }
};

class Watchers {
 public:
  // Creates observers for a plan, from its start. The machine must outlive the object. `observes_bytes`:
  // whether touched() is available.
  Watchers(const Machine& machine, const RunOptions& options, bool observes_bytes = false);
  // Creates observers for some groups of the launch that `whole` has just begun.
  Watchers(const Machine& machine, const RunOptions& options, const Watchers& whole);
  Watchers(const Watchers&) = delete;
  Watchers& operator=(const Watchers&) = delete;

  // The observers, in the order in which the machine must call them.
  const std::vector<Observer*>& observers() const { return observers_; }
  void begin_launch(const MachineState& state, std::uint32_t launch);
  void end_launch(const MachineState& state, std::uint32_t launch);

  // Merges the results of `part`; parts are merged in the order of their groups. `touched` are the bytes that
  // `part` accessed; `earlier` is the number of earlier warp instructions that `part` has not counted.
  void merge(const Watchers& part, const TouchedBytes& touched, std::uint64_t earlier);

  // Whether an atomic function has combined a value with known provenance in global memory.
  bool atomics_meet_ids() const { return provenance_ && provenance_->atomics_meet_ids(); }
  const CounterObserver& counters() const { return counters_; }
  const std::vector<Finding>& findings() const { return log().findings(); }
  const std::optional<TouchedBytes>& touched() const { return touched_; }
  const PrintLog& printed() const { return printed_; }

 private:
  void list_observers();
  FindingLog& log() { return detects_ ? log_ : early_ends_; }
  const FindingLog& log() const { return detects_ ? log_ : early_ends_; }
  void merge_provenance(const Watchers& part, const TouchedBytes& touched);

  const Machine& machine_;
  ProvenanceState shadow_;
  std::optional<ProvenanceObserver> provenance_;
  CounterObserver counters_;
  bool detects_;  // whether errors of the kernel are detected
  FindingLog log_;
  EarlyEndLog early_ends_;
  RaceDetector races_;
  std::optional<TouchedBytes> touched_;
  std::optional<LaunchFlow> flow_;  // of the whole run, if it has several launches
  PrintLog printed_;                // a launch that prints runs in order, so parts print nothing
  std::vector<Observer*> observers_;
};

}  // namespace lockstep::sim
