#include "gui/session/explanations.hpp"

#include <optional>

namespace lockstep::gui {

namespace {

// The interface's thread uses the run at the same time. This is safe, because the job reads only data
// that never change.
auto begin_explanation(const std::shared_ptr<const sim::Trace>& trace) {
  return [trace, explaining = std::shared_ptr<sim::Explaining>()](auto& control) mutable {
    if (!explaining)
      explaining = std::make_shared<sim::Explaining>(trace->plan(), trace->model(), trace->schedule(),
                                                     trace->counted(), control.stop());
    auto explanation = explaining->go_on();
    return explanation ? std::optional(std::pair(trace, std::move(*explanation))) : std::nullopt;
  };
}

}  // namespace

Explanations::Explanations(const JobHost& host) : job_(begin_explanation, host) {}

const sim::Explanation* Explanations::of(const Run& run) {
  if (explained_.first == run.trace) return &explained_.second;
  if (asked_about_ != run.trace) {
    asked_about_ = run.trace;
    job_.ask_only(run.trace);
  }
  return nullptr;
}

bool Explanations::take(const Run* shown) {
  bool taken = false;
  for (Explained& explained : job_.take()) {
    if (shown == nullptr || explained.first != shown->trace)
      continue;  // the explained run is no longer shown
    explained_ = std::move(explained);
    taken = true;
  }
  return taken;
}

}  // namespace lockstep::gui
