// Parses lesson.md. Errors do not stop parsing; the lesson contains everything that was understood.
#pragma once

#include <string_view>
#include <vector>

#include "gui/lesson/reading/lesson.hpp"

namespace lockstep::gui {

struct ParsedLesson {
  Lesson lesson;
  std::vector<LessonFault> faults;  // in the order of their places
};

ParsedLesson parse_lesson(std::string_view text);

}  // namespace lockstep::gui
