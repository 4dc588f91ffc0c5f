// The observers of a run of which only sums are kept: counters, provenance without a graph, findings.
// Several sets of them can share a launch, each watching some of its work-groups, and be merged after it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/observers/counter_observer.hpp"
#include "sim/observers/counters.hpp"
#include "sim/observers/finding_log.hpp"
#include "sim/observers/provenance/observer.hpp"
#include "sim/observers/races/detector.hpp"
#include "sim/observers/touched_bytes.hpp"

namespace lockstep::sim {

class PrintLog : public Observer {
 public:
  void on_print(const MachineState&, const Moment&, std::string_view text) override { text_ += text; }
  bool wants_instructions() const override { return false; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

class Watchers {
 public:
  // For a plan, from its start. The machine must outlive them.
  Watchers(const Machine& machine, const RunOptions& options);
  // For some groups of the launch that `whole` has just begun.
  Watchers(const Machine& machine, const RunOptions& options, const Watchers& whole);
  Watchers(const Watchers&) = delete;
  Watchers& operator=(const Watchers&) = delete;

  // In the order in which the machine must call them.
  const std::vector<Observer*>& observers() const { return observers_; }
  void begin_launch(const MachineState& state, std::uint32_t launch);
  void end_launch(const MachineState& state, std::uint32_t launch);

  // Merges the results of `part`; parts are merged in the order of their groups. `touched` are the bytes that
  // it accessed, `earlier` the warp instructions before it that it has not counted.
  void merge(const Watchers& part, const TouchedBytes& touched, std::uint64_t earlier);

  const CounterObserver& counters() const { return counters_; }
  const std::vector<Finding>& findings() const { return log_.findings(); }
  const std::string& printed() const { return printed_.text(); }

 private:
  void list_observers(const RunOptions& options);
  void merge_provenance(const Watchers& part, const TouchedBytes& touched);

  const Machine& machine_;
  ProvenanceState shadow_;
  std::optional<ProvenanceObserver> provenance_;
  CounterObserver counters_;
  FindingLog log_;
  RaceDetector races_;
  PrintLog printed_;  // a launch that prints runs in order, so parts have none
  std::vector<Observer*> observers_;
};

}  // namespace lockstep::sim
