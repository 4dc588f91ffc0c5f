// Draws a lesson as 16:9 sheets, which become the pages of a PDF for paper and for computers without
// Lockstep. The text of a page is on the left of its figures, or above them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gui/lesson/export/handout.hpp"

namespace lockstep::gui {

struct LessonSheets {
  std::vector<std::string> sheets;  // SVG documents of 1280 × 720 px
  std::vector<std::string>
      solutions;  // sheets of the separate document for Solutions::apart; otherwise empty
};

// Makes the sheets. Errors are the same as in make_handout().
Result<LessonSheets> make_sheets(const LoadedLesson& lesson, const LessonTools& tools, Solutions solutions,
                                 const std::function<void(std::size_t)>& show_page = {});

}  // namespace lockstep::gui
