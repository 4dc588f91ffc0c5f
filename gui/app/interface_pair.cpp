// What keys and buttons do while the two rows of the Compare tab are stepped together.
#include "gui/app/interface.hpp"
#include "gui/jobs/playback.hpp"

namespace lockstep::gui {

void Interface::update_pair() {
  const bool was_open = pair_.is_open();
  pair_.update(state_, now_);
  // What played was the other.
  if (pair_.is_open() != was_open) activity_.playing = false;
}

void Interface::move_pair_to(std::uint64_t step) {
  // While nothing is there to be moved, the place that was chosen stays.
  const auto runs = pair_.runs();
  if (!runs.empty()) state_.compare.step = std::min(step, pair_length(runs));
}

bool Interface::play_pair_on() {
  const auto runs = pair_.runs();
  if (runs.empty()) return true;  // soon they are there
  move_pair_to(pair_.step(state_) + 1);
  return *state_.compare.step < pair_length(runs);
}

bool Interface::act_on_pair(Action action) {
  if (!pair_.is_open()) return act_on_pair_display(action);
  using Step = sim::Trace::Step;
  const auto runs = pair_.runs();
  const std::uint64_t at = pair_.step(state_), end = pair_length(runs);
  const auto go = [&](std::uint64_t step) {
    activity_.playing = false;
    move_pair_to(step);
    return true;
  };
  const auto go_to_event = [&](std::optional<std::uint64_t> step, const char* otherwise) {
    if (!step) notify(otherwise);
    return go(step.value_or(at));
  };
  switch (action) {
    case Action::play_or_pause:
      activity_.playing = !activity_.playing && end > 0;
      // Playing on from the end begins again.
      if (activity_.playing && at == end) move_pair_to(0);
      next_play_ = now_;
      return true;
    case Action::step_forward:
      return go(at + 1);
    case Action::step_back:
      return go(at == 0 ? 0 : at - 1);
    case Action::barrier_forward:
      return go(next_boundary(runs, at, Step::barrier));
    case Action::barrier_back:
      return go(previous_boundary(runs, at, Step::barrier));
    case Action::launch_forward:
      return go(next_boundary(runs, at, Step::launch));
    case Action::launch_back:
      return go(previous_boundary(runs, at, Step::launch));
    case Action::go_to_start:
    case Action::run_to_start:
      return go(0);
    case Action::go_to_end:
    case Action::run_to_end:
      return go(end);
    case Action::next_event:
      return go_to_event(next_event(runs, at, event_flags(state_.event)),
                         "There is no later event of this kind in either run.");
    case Action::previous_event:
      return go_to_event(previous_event(runs, at, event_flags(state_.event)),
                         "There is no earlier event of this kind in either run.");
    case Action::toggle_breakpoint:
    case Action::next_algorithm:
    case Action::previous_algorithm:
      return true;  // of the run in Step, which is not in sight
    default:
      return act_on_pair_display(action);
  }
}

bool Interface::act_on_pair_display(Action action) {
  const bool close = pair_.is_open() && (action == Action::leave || action == Action::step_pair);
  if (!close && action != Action::step_pair) return false;
  if (!close) mark_edited_pair(state_);
  state_.compare.stepping = !close && can_step_pair(state_);
  if (!close && !state_.compare.stepping)
    notify("Mark two rows first: click their rings, or press C on each.");
  update_pair();
  return true;
}

}  // namespace lockstep::gui
