// What reading lessons needs of the rooms that come after it: scenes, counters, and drawings of pages.
#pragma once

#include "gui/lesson/checking/check.hpp"

namespace lockstep::gui {

LessonTools lesson_tools();

}  // namespace lockstep::gui
