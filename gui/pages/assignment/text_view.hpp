// Draws Markdown of an assignment in a column.
#pragma once

#include <string>

#include "gui/lesson/layout/text_layout.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// Removes the heading at the start, because the title is shown elsewhere.
std::string without_heading(std::string_view markdown);

class AssignmentText {
 public:
  // Draws from the top left of `column`; returns the y below. `id` is a prefix of the names of the links.
  float draw(PanelContext& context, const Rect& column, const std::string& markdown, std::string_view id);

 private:
  std::string markdown_;
  LessonBlocks blocks_;  // parsed blocks of the text
};

}  // namespace lockstep::gui
