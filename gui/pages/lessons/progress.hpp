// How far the reader has come in a lesson: a strip with a part for each page, and the summary at its end,
// from which what was answered wrong is asked again.
#pragma once

#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// A part for each page, filled where all its questions are answered right, hatched where one was answered
// wrong. A press shows the page.
void draw_progress(const Rect& strip, PanelContext& context);
// Returns the y below it.
float draw_lesson_summary(const Rect& column, PanelContext& context);

// Of a page's questions.
struct PageProgress {
  std::size_t questions = 0, right = 0, wrong = 0;
};
std::vector<PageProgress> progress_by_page(const std::vector<QuestionResult>& results, std::size_t pages);
// "5 of 7 right, 1 wrong, 1 not answered."
std::string progress_text(const std::vector<QuestionResult>& results);

}  // namespace lockstep::gui
