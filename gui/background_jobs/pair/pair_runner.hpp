// The runs of the two marked rows of the Compare page, while they are stepped together: one session each,
// with the same input and device model.
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
// No value if the pair is closed or fewer than two rows are marked.
std::optional<std::array<PairSide, 2>> pair_sides(const AppState& state);
// True if two rows are marked and both can be stepped.
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

  // Opens, moves or closes the runs according to the state.
  void update(const AppState& state, Clock::time_point now);
  bool is_open() const { return halves_.has_value(); }
  std::optional<Clock::time_point> due() const;
  // Blocks until both runs are recorded or the time is over.
  void wait(std::chrono::milliseconds most);

  // The functions below may be called only while the pair is open. `which` is 0 or 1.
  const PairSide& side(std::size_t which) const { return half(which).side; }
  // The phase at the current moment of the run: the label of the figure's row, "s = 4"; "" after the
  // last step.
  std::string phase(std::size_t which);
  // The current step of both runs, converted to steps of another kind.
  std::uint64_t step_of_kind(const AppState& state, StepList::Kind kind);
  // The run with the input of the state; null if it is not recorded yet, or if it failed.
  const Run* run(std::size_t which) const;
  const RunFailure* failure(std::size_t which) const;
  const StepList& steps(std::size_t which) const { return half(which).steps; }
  // The current moment of the run; may be called only if run() is not null.
  const ShownMoment& moment(std::size_t which);

  // The runs that are recorded.
  std::vector<PairedRun> runs() const;
  // The current step of both runs; before a step is chosen, the first moment of interest of the first run.
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
