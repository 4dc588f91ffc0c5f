// Functions that lessons need from folders below them: scenes, counters, and drawings of pages.
#pragma once

#include "gui/lesson/checking/check.hpp"

namespace lockstep::gui {

LessonTools lesson_tools();

}  // namespace lockstep::gui
