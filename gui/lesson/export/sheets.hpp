// A lesson as sheets of 16 : 9, drawings that become the pages of one PDF: the text of a page on the left,
// what it shows on the right. For paper, and for a machine without Lockstep.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gui/lesson/export/handout.hpp"

namespace lockstep::gui {

struct LessonSheets {
  std::vector<std::string> sheets;     // SVG documents of 1280 × 720 px
  std::vector<std::string> solutions;  // of a document of their own; empty unless they are apart
};

// An Error as of make_handout().
Result<LessonSheets> make_sheets(const LoadedLesson& lesson, const LessonTools& tools, Solutions solutions,
                                 const std::function<void(std::size_t)>& show_page = {});

}  // namespace lockstep::gui
