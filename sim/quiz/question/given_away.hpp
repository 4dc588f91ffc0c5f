// Whether a question prints its own answer.
#pragma once

#include "sim/quiz/question/question.hpp"

namespace lockstep::quiz {

// The answer stands in the text or among what is given: an element by its name, a value as one of the
// numbers, a choice word for word.
bool gives_answer_away(const Question& question);

}  // namespace lockstep::quiz
