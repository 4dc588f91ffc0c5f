// What the cards hide while Predict mode asks: everything of the future, and what gives the answer away.
#pragma once

#include <cstdint>

#include "gui/figures/lanes/lanes.hpp"
#include "sim/quiz/question/question.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::gui {

class Prediction;

struct Hiding {
  bool future = false;  // the mode is on: timeline after now, costs of the whole run, findings to come
  bool next = false;    // a question is open: the sentence, what is touched next
  bool lanes = false;   // the active lanes of the asked warp are what is asked for
  bool masks = false;   // which lines mask its lanes off
  bool labels = false;  // which inputs are in a cell
};
Hiding hiding_of(const Prediction& prediction, std::uint64_t position);

// The lanes without what is hidden of the asked warp. Where lanes are chosen as the answer, active ones are
// drawn as if nothing were known of them, so that what is chosen can be told from what is now.
Lanes hide_masks(Lanes lanes, const quiz::Question& question, const Hiding& hiding);

}  // namespace lockstep::gui
