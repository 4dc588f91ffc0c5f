#include "gui/session/playback.hpp"

namespace lockstep::gui {
std::uint16_t event_flags(EventKind kind) {
  using Record = sim::TraceRecord;
  switch (kind) {
    case EventKind::conflict:
      return Record::conflict | Record::uncoalesced;
    case EventKind::divergence:
      return Record::divergent;
    case EventKind::finding:
      return Record::finding;
    case EventKind::write:
      return Record::store;
    case EventKind::any:
      break;
  }
  return Record::conflict | Record::uncoalesced | Record::divergent | Record::finding;
}

PlayStep play_step(const sim::Trace& trace, std::uint64_t from, sim::Trace::Step step,
                   sim::Breakpoints& breakpoints) {
  const std::uint64_t to = trace.next(from, step);
  const auto stop = breakpoints.next(from, to);
  if (stop && !stop->gave_up) return {stop->position, true};
  return {to, to >= trace.size()};
}

}  // namespace lockstep::gui
