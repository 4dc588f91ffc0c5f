// A lesson as 16:9 sheets, drawings that become the pages of a PDF: the text of a page on the left, its
// figures on the right. For paper, and for computers without Lockstep.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gui/lesson/export/handout.hpp"

namespace lockstep::gui {

struct LessonSheets {
  std::vector<std::string> sheets;     // SVG documents of 1280 × 720 px
  std::vector<std::string> solutions;  // sheets of a separate document; empty unless Solutions::apart
};

// For Errors see make_handout().
Result<LessonSheets> make_sheets(const LoadedLesson& lesson, const LessonTools& tools, Solutions solutions,
                                 const std::function<void(std::size_t)>& show_page = {});

}  // namespace lockstep::gui
