// Reads lesson.md. Mistakes do not end the reading: the lesson has what could be understood.
#pragma once

#include <string_view>
#include <vector>

#include "gui/lesson/reading/lesson.hpp"

namespace lockstep::gui {

struct ParsedLesson {
  Lesson lesson;
  std::vector<LessonFault> faults;  // by place
};

ParsedLesson parse_lesson(std::string_view text);

}  // namespace lockstep::gui
