// What is said about a wrong answer before the solution: how far it is off, not what is right.
#pragma once

#include <string>

#include "sim/quiz/question/question.hpp"

namespace lockstep::gui {

// "2 of the 8 chosen lanes are not among them, and 1 lane is missing."
std::string hint_of(const quiz::Question& question, const quiz::Answer& given);
// Of a number that is not the right one.
std::string hint_of_number(double given, double right);
// Whether a second try is worth it: of two choices the other one is left.
bool has_second_try(const quiz::Question& question);

}  // namespace lockstep::gui
