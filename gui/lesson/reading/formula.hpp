// The formulas of lessons: the part of LaTeX's mathematics that reads well in a line of text.
#pragma once

#include <string_view>

#include "gui/lesson/reading/lesson.hpp"

namespace lockstep::gui {

// "2^{k+1} \le n" as text, raised text and text. An unknown command is a fault, and stays as it is written.
LessonText parse_formula(std::string_view latex, LessonPlace place, std::vector<LessonFault>& faults);

}  // namespace lockstep::gui
