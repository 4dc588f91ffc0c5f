#include "gui/questions/hiding.hpp"

#include <fmt/format.h>

#include "gui/questions/prediction.hpp"

namespace lockstep::gui {
namespace {

// Whether the playhead has reached the line of the question, where the lanes card would show the mask.
bool shows_asked_mask(const quiz::Question& question, const sim::Trace& trace, std::uint64_t position) {
  const bool of_mask =
      question.kind == quiz::QuestionKind::active_lanes || question.kind == quiz::QuestionKind::idle_lanes;
  if (!of_mask || position >= trace.size()) return false;
  const sim::Moment& moment = trace.at(position).moment;
  return moment.warp == question.warp && moment.group == question.group &&
         trace.range_at(position).line == question.line;
}

LaneState without(LaneState state, const quiz::Question& question, const Hiding& hiding) {
  const bool acts = state == LaneState::acts || state == LaneState::ready;
  const bool chosen = question.form == quiz::Form::lanes || hiding.lanes;
  return (acts && chosen) || (state == LaneState::masked && hiding.lanes) ? LaneState::hidden : state;
}

}  // namespace

Hiding hiding_of(const Prediction& prediction, std::uint64_t position) {
  Hiding hiding;
  if (!prediction.is_on()) return hiding;
  hiding.future = position < prediction.trace().size();
  const quiz::Question* question = prediction.asked();
  if (question == nullptr) return hiding;
  hiding.next = true;
  hiding.lanes = shows_asked_mask(*question, prediction.trace(), position);
  hiding.masks = hiding.lanes || question->kind == quiz::QuestionKind::masking_line;
  hiding.labels = (question->hides & quiz::hides_inputs) != 0;
  return hiding;
}

Lanes hide_masks(Lanes lanes, const quiz::Question& question, const Hiding& hiding) {
  for (ShownWarp& warp : lanes.warps) {
    if (warp.warp != question.warp) continue;
    for (ShownLane& lane : warp.lanes) lane.state = without(lane.state, question, hiding);
    if (!hiding.masks) continue;
    warp.stack.clear();
    warp.hides_stack = true;
    for (ShownLane& lane : warp.lanes) lane.masked_by = 0;
    if (warp.executes) lanes.headline = fmt::format("warp {} · line {} is next", warp.warp, warp.line);
  }
  return lanes;
}

}  // namespace lockstep::gui
