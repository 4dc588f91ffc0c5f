// The Lessons page: the list of lessons, or the lesson that is open.
#pragma once

#include <memory>

#include "gui/pages/page.hpp"

namespace lockstep::gui {

// Its panels.
std::unique_ptr<Panel> make_lesson_list_panel();
std::unique_ptr<Panel> make_lesson_text_panel();

// The page `by` places further; none where there is none.
void turn_lesson_page(AppState& state, const LessonPlayer& lessons, int by);

}  // namespace lockstep::gui
