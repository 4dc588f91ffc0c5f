// Whether a question prints its own answer.
#pragma once

#include "sim/quiz/question/question.hpp"

namespace lockstep::quiz {

// Whether the answer is contained in the text or in the given facts: an element by its name, a value as one
// of the numbers, a choice word for word.
bool gives_answer_away(const Question& question);

}  // namespace lockstep::quiz
