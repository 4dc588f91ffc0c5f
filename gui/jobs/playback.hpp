// Movements of the playhead in a trace. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "gui/state/state.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::gui {

// The record flags of an event kind.
std::uint16_t event_flags(EventKind kind);

// The first position after `from`, and at most `to`, at which a warp reaches a line with a breakpoint.
std::optional<std::uint64_t> next_breakpoint(const sim::Trace& trace, std::uint64_t from, std::uint64_t to,
                                             const std::set<std::uint32_t>& lines);
// The last such position before `from`.
std::optional<std::uint64_t> previous_breakpoint(const sim::Trace& trace, std::uint64_t from,
                                                 const std::set<std::uint32_t>& lines);

// One step of playing: the state's step, cut at a breakpoint.
struct PlayStep {
  std::uint64_t position = 0;
  bool stop = false;  // at the end, or at a breakpoint
};
PlayStep play_step(const sim::Trace& trace, std::uint64_t from, const AppState& state);

}  // namespace lockstep::gui
