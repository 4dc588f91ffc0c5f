// Parses the formulas of lessons, which are written in the part of LaTeX mathematics that is readable in
// a line of text.
#pragma once

#include <string_view>

#include "gui/lesson/reading/lesson.hpp"

namespace lockstep::gui {

// Converts a formula such as "2^{k+1} \le n" to normal, raised and lowered text. An unknown command is
// reported as a fault and is not changed.
LessonText parse_formula(std::string_view latex, LessonPlace place, std::vector<LessonFault>& faults);

}  // namespace lockstep::gui
