// Movements of the playhead in a trace, as pure functions.
#pragma once

#include <cstdint>

#include "gui/state/state.hpp"
#include "sim/trace/breakpoints.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::gui {

// Returns the flags of the trace records that contain events of this kind.
std::uint16_t event_flags(EventKind kind);

// The position after one step during playing. A step of kind `step` ends early at a breakpoint.
struct PlayStep {
  std::uint64_t position = 0;
  bool stop = false;  // whether playing stops at this position: at the end of the run or at a breakpoint
};
PlayStep play_step(const sim::Trace& trace, std::uint64_t from, sim::Trace::Step step,
                   sim::Breakpoints& breakpoints);

}  // namespace lockstep::gui
