// The Lessons page: the list of lessons, or the open lesson.
#pragma once

#include <memory>

#include "gui/pages/page.hpp"

namespace lockstep::gui {

// The panels of the page.
std::unique_ptr<Panel> make_lesson_list_panel();
std::unique_ptr<Panel> make_lesson_text_panel();

// Shows the page that is `by` positions further in the lesson, if it exists.
void turn_lesson_page(AppState& state, const LessonPlayer& lessons, int by);

}  // namespace lockstep::gui
