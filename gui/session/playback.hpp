// Movements of the playhead in a trace, as pure functions.
#pragma once

#include <cstdint>

#include "gui/state/state.hpp"
#include "sim/trace/breakpoints.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::gui {

// The record flags of an event kind.
std::uint16_t event_flags(EventKind kind);

// One step of this kind during playing, which ends early at a breakpoint.
struct PlayStep {
  std::uint64_t position = 0;
  bool stop = false;  // whether playing stops, at the end or at a breakpoint
};
PlayStep play_step(const sim::Trace& trace, std::uint64_t from, sim::Trace::Step step,
                   sim::Breakpoints& breakpoints);

}  // namespace lockstep::gui
