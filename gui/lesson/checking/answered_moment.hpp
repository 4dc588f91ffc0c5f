// Selects the moment of the run that a page shows together with its answers.
#pragma once

#include "gui/state/show.hpp"

namespace lockstep::gui {

// Returns whether the page shows the end of the run with its answers. This is so if no card describes the
// moment of the question. At the end the figure is complete, and the counters include the whole run.
inline bool answer_shows_end(const Show& cards) {
  const bool is_of_moment =
      cards.has(ShowCard::lanes) || cards.has(ShowCard::memory) || cards.has(ShowCard::sentence);
  return !is_of_moment && (cards.has(ShowCard::figure) != cards.has(ShowCard::counters));
}

}  // namespace lockstep::gui
