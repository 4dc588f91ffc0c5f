// Determines what the cards hide while Predict mode asks a question: all later steps, and everything that
// reveals the answer.
#pragma once

#include <cstdint>

#include "gui/figures/lanes/lanes.hpp"
#include "sim/quiz/question/question.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::gui {

class Prediction;

struct Hiding {
  bool future =
      false;  // Predict mode is on: hide the timeline after this moment, total costs, and later findings
  bool next = false;    // a question is open: hide the sentence, and the cells accessed next
  bool lanes = false;   // hide the active lanes of the warp, because the question asks for them
  bool masks = false;   // hide the lines that mask the warp's lanes
  bool labels = false;  // hide the inputs that each cell contains
};
Hiding hiding_of(const Prediction& prediction, std::uint64_t position);

// Hides the states of the warp in the question. If the answer is a set of lanes, active lanes are drawn as
// unknown, so that chosen lanes can be distinguished from active lanes.
Lanes hide_masks(Lanes lanes, const quiz::Question& question, const Hiding& hiding);

}  // namespace lockstep::gui
