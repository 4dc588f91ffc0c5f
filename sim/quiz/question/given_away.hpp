// Tests whether a question reveals its own answer.
#pragma once

#include "sim/quiz/question/question.hpp"

namespace lockstep::quiz {

// Whether the text or the given facts contain the answer: an element by its name, a value as one of the
// numbers, or a choice word for word.
bool gives_answer_away(const Question& question);

}  // namespace lockstep::quiz
