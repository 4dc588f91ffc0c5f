// A question, what is given as its answer, and the verdict, drawn anywhere: in Predict mode and in lessons.
// Clicks change the draft at once; what else is wanted is returned. The card keeps no more than its scroll.
#pragma once

#include <string>
#include <string_view>

#include "gui/questions/answer_draft.hpp"
#include "gui/questions/item_grid.hpp"
#include "gui/widgets/scroll_area.hpp"
#include "gui/widgets/ui.hpp"

namespace lockstep::gui {

enum class CardWish : std::uint8_t { none, answer, show, skip, go_on };

struct ShownVerdict {
  const quiz::AnswerVerdict& verdict;
  bool was_shown = false;  // nothing was answered
};

struct CardState {
  const ShownVerdict* verdict = nullptr;  // null: not answered yet
  std::string_view complaint = {};        // why the input is not an answer; empty: no complaint
  std::string_view hint = {};             // a first answer was wrong, and another one is asked for
  bool is_last = false;                   // the run has no further question: they begin again
  std::string_view closing = {};          // said then, below the verdict
  std::string_view how = {};              // where else one can answer: "Click lanes in the lanes card."
  bool can_skip = true;
};

class QuestionCard {
 public:
  CardWish draw(Ui& ui, const Rect& area, AnswerDraft& draft, const CardState& state);
  // Of everything that scrolls, and the buttons; of the last frame.
  float wanted_height() const { return scroll_.content_height() + kButtons; }
  void to_top() { scroll_.move(-1e5f); }

 private:
  static constexpr float kButtons = 40;

  float draw_control(Ui& ui, const Rect& column, AnswerDraft& draft, const CardState& state, CardWish& wish);
  float draw_choices(Ui& ui, const Rect& column, AnswerDraft& draft, const CardState& state, CardWish& wish);
  float draw_number(Ui& ui, const Rect& column, AnswerDraft& draft, const CardState& state);
  float draw_items(Ui& ui, const Rect& column, AnswerDraft& draft, const CardState& state);
  float draw_verdict(Ui& ui, const Rect& column, const AnswerDraft& draft, const ShownVerdict& shown);
  CardWish draw_buttons(Ui& ui, const Rect& row, const CardState& state);
  CardWish draw_next(Ui& ui, const Rect& place, bool is_last);

  // The second press of a double click on "Answer" falls on the button that has taken its place.
  static constexpr double kDoubleClick = 0.35;  // s
  double pressed_at_ = -1;                      // "Answer", by the pointer
  ScrollArea scroll_;
  ItemGrid grid_;
};

// Of the main button below the card, in the row of buttons: Answer, then Next question. No other one takes
// its place under the pointer.
Rect main_button(const Rect& row);

}  // namespace lockstep::gui
