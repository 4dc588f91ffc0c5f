#include "gui/pages/step/model/seen_steps.hpp"

#include <algorithm>

namespace lockstep::gui {
namespace {

// Returns whether the cards are at most the figure and counters. Every other card shows something that
// changes with each step, such as a line or a lane.
bool shows_figure_alone(const Show& show) {
  return show.has(ShowCard::figure) && std::ranges::all_of(show.cards, [](const ShownCard& card) {
           return card.card == ShowCard::figure || card.card == ShowCard::counters;
         });
}

// Returns whether the figure looks different at the two moments, because it shows new values or marks the
// cells of the next access.
bool changes_figure(const sim::Trace& trace, std::uint64_t from, std::uint64_t to) {
  using Record = sim::TraceRecord;
  constexpr unsigned access = Record::global_access | Record::local_access | Record::constant_access;
  if (to < trace.size() && (trace.at(to).flags & access) != 0) return true;
  for (std::uint64_t at = std::min(from, to); at < std::max(from, to); ++at)
    if ((trace.at(at).flags & Record::store) != 0) return true;
  return false;
}

}  // namespace

std::uint64_t next_seen(const sim::Trace& trace, const Show& show, std::uint64_t from,
                        sim::Trace::Step step) {
  std::uint64_t to = trace.next(from, step);
  while (shows_figure_alone(show) && to < trace.size() && !changes_figure(trace, from, to)) {
    from = to;  // each moment is examined once
    to = trace.next(from, step);
  }
  return to;
}

std::uint64_t previous_seen(const sim::Trace& trace, const Show& show, std::uint64_t from,
                            sim::Trace::Step step) {
  std::uint64_t to = trace.previous(from, step);
  while (shows_figure_alone(show) && to > 0 && !changes_figure(trace, from, to)) {
    from = to;
    to = trace.previous(from, step);
  }
  return to;
}

}  // namespace lockstep::gui
