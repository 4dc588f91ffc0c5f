// Selects the moment of the run that a page shows with its answers.
#pragma once

#include "gui/state/show.hpp"

namespace lockstep::gui {

// True for the end of the run. This applies if no card describes the moment of the question: at the end the
// figure is complete, and the counters include the whole run.
inline bool answer_shows_end(const Show& cards) {
  const bool is_of_moment =
      cards.has(ShowCard::lanes) || cards.has(ShowCard::memory) || cards.has(ShowCard::sentence);
  return !is_of_moment && (cards.has(ShowCard::figure) != cards.has(ShowCard::counters));
}

}  // namespace lockstep::gui
