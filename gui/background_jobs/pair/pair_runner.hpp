// Steps the runs of the two marked rows of the Compare page together. Each run has its own session; both runs
// have the same input and device model.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/background_jobs/pair/pair_phases.hpp"
#include "gui/background_jobs/pair/pair_steps.hpp"
#include "gui/session/session.hpp"

namespace lockstep::gui {

// One side of the pair: its name and the state of its run.
struct PairSide {
  std::string key;    // key of the row
  std::string label;  // "divergent"
  std::string note;   // "edited", "original", "your file"; otherwise empty
  AppState state;     // contains only the edited text of this row
  bool operator==(const PairSide&) const = default;
};
// Returns the two sides of the pair; no value if the pair is closed or fewer than two rows are marked.
std::optional<std::array<PairSide, 2>> pair_sides(const AppState& state);
// Returns true if two rows are marked and both can be stepped.
bool can_step_pair(const AppState& state);
// If no row is marked, marks the edited kernel and its original.
void mark_edited_pair(AppState& state);

// One of the two runs.
struct PairHalf {
  PairSide side;
  std::unique_ptr<Session> session;
  StepList steps;
  std::vector<Phase> phases;
  const Run* listed = nullptr;  // the run to which `steps` and `phases` belong
  StepList::Kind kind{};
};

class PairRunner {
 public:
  using Clock = Session::Clock;

  explicit PairRunner(std::string kernel_dir = {}, JobHost host = {});

  // Opens or closes the runs and moves them to the step of the state.
  void update(const AppState& state, Clock::time_point now);
  bool is_open() const { return halves_.has_value(); }
  std::optional<Clock::time_point> due() const;
  // Waits until both runs are recorded, but no longer than `most`.
  void wait(std::chrono::milliseconds most);

  // The functions below may be called only while the pair is open. `which` is 0 or 1.
  const PairSide& side(std::size_t which) const { return half(which).side; }
  // Returns the label of the phase at the current moment of the run, such as "s = 4"; "" after the
  // last phase.
  std::string phase(std::size_t which);
  // Returns the current step of both runs, converted to steps of another kind.
  std::uint64_t step_of_kind(const AppState& state, StepList::Kind kind);
  // Returns the run; null if the run is not recorded yet, or if it failed.
  const Run* run(std::size_t which) const;
  const RunFailure* failure(std::size_t which) const;
  const StepList& steps(std::size_t which) const { return half(which).steps; }
  // Returns the current moment of the run. May be called only if run() is not null.
  const ShownMoment& moment(std::size_t which);

  // Returns the runs that are recorded: none, one or both.
  std::vector<PairedRun> runs() const;
  // Returns the current step of both runs. Before the user chooses a step, it is the first moment of interest
  // of the first run.
  std::uint64_t step(const AppState& state) const;

 private:
  const PairHalf& half(std::size_t which) const { return (*halves_)[which]; }
  void open(PairHalf& half, PairSide side, Clock::time_point now);
  // Returns the steps of the recorded runs.
  std::array<StepList, 2> steps_of(StepList::Kind kind) const;
  void list_steps();
  void close(PairHalf& half);

  std::string kernel_dir_;
  JobHost host_;
  std::optional<std::array<PairHalf, 2>> halves_;
  std::vector<std::unique_ptr<Session>> closing_;  // closed sessions that are still simulating
};

}  // namespace lockstep::gui
