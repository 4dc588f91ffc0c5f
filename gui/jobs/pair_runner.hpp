// The runs of the two rows that are marked on the Compare tab, while they are stepped together: a session
// each, on the same input and the same device model.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/jobs/pair_steps.hpp"
#include "gui/jobs/session.hpp"

namespace lockstep::gui {

// What one of them is called, and the state that its run is derived from.
struct PairSide {
  std::string key;    // of the row
  std::string label;  // "divergent"
  std::string note;   // "edited", "original", "your file"; else empty
  AppState state;     // no text in it that the row does not mean
  bool operator==(const PairSide&) const = default;
};
// None: the view is closed, or there are not two such rows.
std::optional<std::array<PairSide, 2>> pair_sides(const AppState& state);
// Are two rows marked that can be stepped?
bool can_step_pair(const AppState& state);
// Where no row is marked, marks the original of what is being edited, and the edited one.
void mark_edited_pair(AppState& state);

class PairRunner {
 public:
  using Clock = Session::Clock;

  explicit PairRunner(std::string kernel_dir = {}, JobHost host = {});

  // Opens, moves or closes what the state asks for.
  void update(const AppState& state, Clock::time_point now);
  bool is_open() const { return halves_.has_value(); }
  std::optional<Clock::time_point> due() const;
  // Blocks until both are there or the time is over.
  void wait(std::chrono::milliseconds most);

  // All below: while it is open, `which` being 0 or 1.
  const PairSide& side(std::size_t which) const { return half(which).side; }
  // On the input that the state asks for; null: not there yet, or it cannot be made.
  const Run* run(std::size_t which) const;
  const RunFailure* failure(std::size_t which) const;
  const StepList& steps(std::size_t which) const { return half(which).steps; }
  // Where the run stands; only when there is one.
  const ShownMoment& moment(std::size_t which);

  // Those that are there.
  std::vector<PairedRun> runs() const;
  // How many steps both have made; before a number is chosen, up to the telling moment of the first.
  std::uint64_t step(const AppState& state) const;

 private:
  struct Half {
    PairSide side;
    std::unique_ptr<Session> session;
    StepList steps;
    const Run* listed = nullptr;  // that `steps` is about
    StepList::Kind kind{};
  };
  const Half& half(std::size_t which) const { return (*halves_)[which]; }
  void open(Half& half, PairSide side, Clock::time_point now);
  void list_steps(Half& half);
  void close(Half& half);

  std::string kernel_dir_;
  JobHost host_;
  std::optional<std::array<Half, 2>> halves_;
  std::vector<std::unique_ptr<Session>> closing_;  // closed, but still simulating
};

}  // namespace lockstep::gui
