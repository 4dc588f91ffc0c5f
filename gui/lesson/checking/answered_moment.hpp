// Selects the moment of the run that a page shows together with its answers.
#pragma once

#include <cstdint>

#include "gui/state/show.hpp"
#include "sim/quiz/question/question.hpp"

namespace lockstep::gui {

// Returns whether a card describes the moment of the question.
inline bool describes_moment(const Show& cards) {
  return cards.has(ShowCard::lanes) || cards.has(ShowCard::memory) || cards.has(ShowCard::sentence);
}

// Returns whether the answer to a question leaves the page at the moment of the question: a question about
// the costs of the whole run, beside a card that describes a moment. `size`: the size of the run.
inline bool leaves_moment(const quiz::Question& question, const Show& cards, std::uint64_t size) {
  return question.hides == quiz::hides_costs && question.reveal >= size && describes_moment(cards);
}

// Returns whether the page shows the end of the run with its answers. This is so if no card describes the
// moment of the question. At the end the figure is complete, and the counters include the whole run.
inline bool answer_shows_end(const Show& cards) {
  return !describes_moment(cards) && (cards.has(ShowCard::figure) != cards.has(ShowCard::counters));
}

}  // namespace lockstep::gui
