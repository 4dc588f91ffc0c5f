// The moment at the playhead, and where the playhead is.
#include <algorithm>

#include "gui/jobs/session.hpp"
#include "sim/explain/narration/narration.hpp"

namespace lockstep::gui {
namespace {

// The moment at which this row of the figure is complete, the topmost being 1; of a run without a figure its
// start.
std::uint64_t after_row(const Run& run, std::uint64_t row) {
  const sim::Combination* combination = run.figures->combination();
  if (combination == nullptr || combination->rows.empty() || row == 0) return run.index.start;
  const auto last = static_cast<std::size_t>(std::min<std::uint64_t>(row, combination->rows.size()));
  const std::vector<std::uint64_t>& stores = combination->rows[last - 1].positions;
  return stores.empty() ? 0 : stores.back() + 1;
}

}  // namespace

std::uint64_t playhead(const PlayheadChoice& chosen, const Run& run) {
  if (!chosen.position && chosen.after_row)
    return std::min(after_row(run, *chosen.after_row), run.trace->size());
  return std::min(chosen.position.value_or(run.index.start), run.trace->size());
}

const ShownMoment& Session::moment(const AppState& state) {
  if (!run_) {
    moment_ = {};
    moment_run_ = 0;
    return moment_;
  }
  const sim::Trace& trace = *run_->trace;
  const std::uint64_t position = playhead(state, *run_);
  if (moment_run_ == run_->number && moment_.position == position && moment_step_ == state.step)
    return moment_;
  moment_run_ = run_->number;
  moment_step_ = state.step;
  moment_.position = position;
  moment_.step_begin = trace.previous(position, state.step);
  moment_.step_end = trace.next(position, state.step);
  moment_.state = trace.seek(position);
  moment_.so_far = moment_.state->counters;
  moment_.this_step = trace.seek(moment_.step_end)->counters - moment_.so_far;
  // Stepping by lines shows a sentence on the whole line, not only on its first instruction.
  const sim::Combination* combination = run_->figures->combination();
  moment_.sentence = state.step == sim::Trace::Step::instruction
                         ? sim::narrate(trace, position, combination)
                         : sim::narrate_line(trace, position, combination);
  if (const auto& from = run_->verdict.from)
    if (position <= from->position && from->position <= moment_.step_end)
      moment_.sentence += " The result is wrong from here on: " + from->sentence;
  moment_.line = position < trace.size() ? trace.range_at(position).line : 0;
  return moment_;
}

}  // namespace lockstep::gui
