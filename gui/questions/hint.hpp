// The hint that is shown after a first wrong answer: it says how much of the answer is wrong, but
// not what is right.
#pragma once

#include <string>

#include "sim/quiz/question/question.hpp"

namespace lockstep::gui {

// Returns a hint such as "2 of the 8 chosen lanes are wrong, and 1 lane is missing."
std::string hint_of(const quiz::Question& question, const quiz::Answer& given);
// The hint for a wrong number.
std::string hint_of_number(double given, double right);
// Returns whether a second try is useful. With only two choices, it is not.
bool has_second_try(const quiz::Question& question);

}  // namespace lockstep::gui
