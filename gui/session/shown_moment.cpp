#include "gui/session/shown_moment.hpp"

#include "sim/explain/narration/narration.hpp"

namespace lockstep::gui {

const ShownMoment& MomentAtPlayhead::of(const Run* run, const AppState& state) {
  if (run == nullptr) {
    moment_ = {};
    run_ = 0;
    return moment_;
  }
  const sim::Trace& trace = *run->trace;
  const std::uint64_t position = playhead(state, *run);
  if (run_ == run->number && moment_.position == position && step_ == state.step) return moment_;
  run_ = run->number;
  step_ = state.step;
  moment_.position = position;
  moment_.step_begin = trace.previous(position, state.step);
  moment_.step_end = trace.next(position, state.step);
  moment_.state = trace.seek(position);
  moment_.so_far = moment_.state->counters;
  moment_.this_step = trace.seek(moment_.step_end)->counters - moment_.so_far;
  // If the step is a line, the sentence describes the whole line, not only its first instruction.
  const sim::Combination* combination = run->figures->combination();
  moment_.sentence = state.step == sim::Trace::Step::instruction
                         ? sim::narrate(trace, position, combination)
                         : sim::narrate_line(trace, position, combination);
  if (const auto& from = run->verdict.from)
    if (position <= from->position && from->position <= moment_.step_end)
      moment_.sentence += " The result is wrong from here on: " + from->sentence;
  moment_.line = position < trace.size() ? trace.range_at(position).line : 0;
  return moment_;
}

}  // namespace lockstep::gui
