// The breakpoints of the state, located in a run.
#pragma once

#include <memory>
#include <utility>

#include "gui/session/run.hpp"
#include "sim/trace/breakpoints.hpp"

namespace lockstep::gui {

class RunBreakpoints {
 public:
  // Returns the breakpoints of these lines in the run. The reference is valid until this function is called
  // with a different run or different lines.
  sim::Breakpoints& of(const Run& run, const sim::BreakpointLines& lines) {
    if (!stops_ || stops_->trace != run.trace || stops_->lines != lines)
      stops_ = std::make_unique<Stops>(run.trace, lines);
    return stops_->breakpoints;
  }

 private:
  struct Stops {
    Stops(std::shared_ptr<const sim::Trace> of, const sim::BreakpointLines& at)
        : trace(std::move(of)), lines(at), breakpoints(*trace, at) {}
    std::shared_ptr<const sim::Trace> trace;
    sim::BreakpointLines lines;
    sim::Breakpoints breakpoints;
  };
  std::unique_ptr<Stops> stops_;
};

}  // namespace lockstep::gui
