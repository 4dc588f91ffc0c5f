// Draws Markdown of an assignment in a column.
#pragma once

#include <string>

#include "gui/lesson/layout/text_layout.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// Returns the text without a heading at its start, because the page shows the title separately.
std::string without_heading(std::string_view markdown);

class AssignmentText {
 public:
  // Draws the text at the top of `column`. Returns the y below the text. `id`: the prefix of the
  // names of the links.
  float draw(PanelContext& context, const Rect& column, const std::string& markdown, std::string_view id);

 private:
  std::string markdown_;
  LessonBlocks blocks_;  // parsed blocks of the text
};

}  // namespace lockstep::gui
