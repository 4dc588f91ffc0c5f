// Markdown of an assignment in a column.
#pragma once

#include <string>

#include "gui/lesson/layout/text_layout.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// Without the heading that it begins with: the title, which has another place.
std::string without_heading(std::string_view markdown);

class AssignmentText {
 public:
  // From the top left of `column` on; returns the y below it. `id`: before the names of its links.
  float draw(PanelContext& context, const Rect& column, const std::string& markdown, std::string_view id);

 private:
  std::string markdown_;
  LessonBlocks blocks_;  // of it
};

}  // namespace lockstep::gui
