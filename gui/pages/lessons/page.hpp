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
// Another page of the open lesson, by its name.
void show_lesson_page(AppState& state, const std::string& page);
// What a link of a lesson leads to.
void follow_lesson_link(PanelContext& context, const std::string& target);

}  // namespace lockstep::gui
