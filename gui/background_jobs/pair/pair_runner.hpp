// The runs of the two marked rows of the Compare page, while they are stepped together: a session each, with
// the same input and device model.
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

// One of the two: its name, and the state of its run.
struct PairSide {
  std::string key;    // of the row
  std::string label;  // "divergent"
  std::string note;   // "edited", "original", "your file"; else empty
  AppState state;     // with the edited text of this row only
  bool operator==(const PairSide&) const = default;
};
// Empty: the pair is closed, or fewer than two rows are marked.
std::optional<std::array<PairSide, 2>> pair_sides(const AppState& state);
// Two rows are marked that can be stepped.
bool can_step_pair(const AppState& state);
// If no row is marked, marks the edited kernel and its original.
void mark_edited_pair(AppState& state);

// One of the two runs.
struct PairHalf {
  PairSide side;
  std::unique_ptr<Session> session;
  StepList steps;
  std::vector<Phase> phases;
  const Run* listed = nullptr;  // that `steps` and `phases` are about
  StepList::Kind kind{};
};

class PairRunner {
 public:
  using Clock = Session::Clock;

  explicit PairRunner(std::string kernel_dir = {}, JobHost host = {});

  // Opens, moves or closes the runs as the state asks.
  void update(const AppState& state, Clock::time_point now);
  bool is_open() const { return halves_.has_value(); }
  std::optional<Clock::time_point> due() const;
  // Blocks until both are recorded or the time is over.
  void wait(std::chrono::milliseconds most);

  // All below: only while it is open. `which`: 0 or 1.
  const PairSide& side(std::size_t which) const { return half(which).side; }
  // What the run does at its current moment: the label of the figure's row, "s = 4"; "" after the last step.
  std::string phase(std::size_t which);
  // The current step of both in steps of another kind.
  std::uint64_t step_of_kind(const AppState& state, StepList::Kind kind);
  // With the input of the state; null: not recorded yet, or failed.
  const Run* run(std::size_t which) const;
  const RunFailure* failure(std::size_t which) const;
  const StepList& steps(std::size_t which) const { return half(which).steps; }
  // The current moment of the run; only if there is a run.
  const ShownMoment& moment(std::size_t which);

  // The recorded ones.
  std::vector<PairedRun> runs() const;
  // The current step of both; before a step is chosen: the first moment of interest of the first run.
  std::uint64_t step(const AppState& state) const;

 private:
  const PairHalf& half(std::size_t which) const { return (*halves_)[which]; }
  void open(PairHalf& half, PairSide side, Clock::time_point now);
  // The steps of the runs that exist.
  std::array<StepList, 2> steps_of(StepList::Kind kind) const;
  void list_steps();
  void close(PairHalf& half);

  std::string kernel_dir_;
  JobHost host_;
  std::optional<std::array<PairHalf, 2>> halves_;
  std::vector<std::unique_ptr<Session>> closing_;  // closed, but still simulating
};

}  // namespace lockstep::gui
