// The hint after a wrong answer, before the solution: how much is wrong, but not the right answer.
#pragma once

#include <string>

#include "sim/quiz/question/question.hpp"

namespace lockstep::gui {

// For example "2 of the 8 chosen lanes are wrong, and 1 lane is missing."
std::string hint_of(const quiz::Question& question, const quiz::Answer& given);
// The hint for a wrong number.
std::string hint_of_number(double given, double right);
// Whether a second try is useful: with only two choices, it is not.
bool has_second_try(const quiz::Question& question);

}  // namespace lockstep::gui
