#include "gui/jobs/playback.hpp"

#include <algorithm>

namespace lockstep::gui {
namespace {

// A warp reaches a line if the previous moment was of another warp or line, or further down in the line.
bool arrives(const sim::Trace& trace, std::uint64_t position, const std::set<std::uint32_t>& lines) {
  const std::uint32_t line = trace.range_at(position).line;
  if (!lines.contains(line)) return false;
  if (position == 0) return true;
  const sim::Moment &here = trace.at(position).moment, &before = trace.at(position - 1).moment;
  const bool same_warp =
      here.warp == before.warp && here.group == before.group && here.launch == before.launch;
  return !same_warp || trace.range_at(position - 1).line != line || here.pc <= before.pc;
}

}  // namespace

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

std::optional<std::uint64_t> next_breakpoint(const sim::Trace& trace, std::uint64_t from, std::uint64_t to,
                                             const std::set<std::uint32_t>& lines) {
  if (lines.empty()) return std::nullopt;
  for (std::uint64_t position = from + 1; position <= to && position < trace.size(); ++position) {
    if (arrives(trace, position, lines)) return position;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> previous_breakpoint(const sim::Trace& trace, std::uint64_t from,
                                                 const std::set<std::uint32_t>& lines) {
  if (lines.empty()) return std::nullopt;
  for (std::uint64_t position = std::min(from, trace.size()); position-- > 0;) {
    if (arrives(trace, position, lines)) return position;
  }
  return std::nullopt;
}

PlayStep play_step(const sim::Trace& trace, std::uint64_t from, const AppState& state) {
  const std::uint64_t to = trace.next(from, state.step);
  if (const auto stop = next_breakpoint(trace, from, to, state.breakpoints)) return {*stop, true};
  return {to, to >= trace.size()};
}

}  // namespace lockstep::gui
