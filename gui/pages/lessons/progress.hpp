// Draws the reader's progress in a lesson: a strip with a part for each page, and at the end of the lesson a
// summary with links to the questions that were answered wrongly.
#pragma once

#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// Draws the strip. The part of a page is filled if all questions of the page were answered correctly, and
// hatched if a question was answered wrongly. Pressing a part shows its page.
void draw_progress(const Rect& strip, PanelContext& context);
// Draws the summary. Returns the y below it.
float draw_lesson_summary(const Rect& column, PanelContext& context);

// Counts of a page's questions.
struct PageProgress {
  std::size_t questions = 0, right = 0, wrong = 0;
};
std::vector<PageProgress> progress_by_page(const std::vector<QuestionResult>& results, std::size_t pages);
// Returns the results as text, for example "5 of 7 right, 1 wrong, 1 not answered."
std::string progress_text(const std::vector<QuestionResult>& results);

}  // namespace lockstep::gui
