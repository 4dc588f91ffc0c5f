// Draws a question of a lesson in its column: the text, the choices or the field, and the verdict. The user
// answers the question as in Predict mode: by clicking, by dragging, by clicking with Shift, or by typing a
// text such as "0-31" or "all".
#pragma once

#include <map>
#include <string>

#include "gui/lesson/layout/text_layout.hpp"
#include "gui/pages/line_entry.hpp"
#include "gui/pages/panel.hpp"
#include "gui/questions/item_grid.hpp"

namespace lockstep::gui {

class QuestionView {
 public:
  static float height(const Canvas& canvas, const ShownQuestion& shown, float width, float text_size);
  void draw(PanelContext& context, std::size_t number, const Rect& place, float text_size);
  // Handles a digit key that was pressed on the page. The digit is typed as a part of the answer, or
  // selects a choice.
  void type(PanelContext& context, std::size_t number, char digit);
  // Submits the given answer, if there is one.
  static void check(PanelContext& context, std::size_t number);

 private:
  struct Answering {
    LineEntry entry;
    AnswerDraft draft;  // for questions about items
    ItemGrid grid;
  };
  static void leave_entry(LineEntry& entry, ShownQuestion& shown);
  void draw_items(PanelContext& context, std::size_t number, const Rect& place);
  void draw_entry(PanelContext& context, std::size_t number, const Rect& field);
  void draw_digits(PanelContext& context, std::size_t number, const Rect& row);
  void draw_input(PanelContext& context, std::size_t number, const Rect& row);

  std::map<std::size_t, Answering> answering_;  // indexed by the number of the question
};

}  // namespace lockstep::gui
