// A question of a lesson in its column: the text, what can be chosen or typed, and the verdict.
#pragma once

#include <map>
#include <string>

#include "gui/lesson/output/text_layout.hpp"
#include "gui/pages/line_entry.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

class QuestionView {
 public:
  static float height(const Canvas& canvas, const ShownQuestion& shown, float width, float text_size);
  void draw(PanelContext& context, std::size_t number, const Rect& place, float text_size);

 private:
  void draw_number(PanelContext& context, std::size_t number, const Rect& row);

  std::map<std::size_t, LineEntry> entries_;  // of numbers that are typed, by question
};

}  // namespace lockstep::gui
