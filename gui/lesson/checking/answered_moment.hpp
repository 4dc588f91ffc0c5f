// Which moment of its run a page shows with its answers.
#pragma once

#include "gui/state/show.hpp"

namespace lockstep::gui {

// The end of the run, where no card speaks of the moment that is asked for: the figure is complete then, and
// the counters are those of the whole run.
inline bool answer_shows_end(const Show& cards) {
  const bool is_of_moment =
      cards.has(ShowCard::lanes) || cards.has(ShowCard::memory) || cards.has(ShowCard::sentence);
  return !is_of_moment && (cards.has(ShowCard::figure) != cards.has(ShowCard::counters));
}

}  // namespace lockstep::gui
