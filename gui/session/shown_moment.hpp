// The moment at the playhead: the next instruction or line, and its cost.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "gui/session/run.hpp"

namespace lockstep::gui {

struct ShownMoment {
  std::uint64_t position = 0;
  std::shared_ptr<const sim::TraceState> state;
  std::string sentence;
  sim::Counters so_far;     // up to this moment
  sim::Counters this_step;  // in the step from this moment to `step_end`
  std::uint64_t step_begin =
      0;  // start of the step that ends at this moment; the changes of this step are highlighted
  std::uint64_t step_end = 0;
  std::uint32_t line = 0;  // next line to execute in the shown program; 0 at the end
};

// Computes the moment at the playhead, and caches it until a different moment is shown.
class MomentAtPlayhead {
 public:
  // Returns the moment; if `run` is null, an empty moment. The reference is valid until the next call.
  const ShownMoment& of(const Run* run, const AppState& state);

 private:
  ShownMoment moment_;
  std::uint64_t run_ = 0;  // number of the run; 0: none
  sim::Trace::Step step_{};
};

}  // namespace lockstep::gui
