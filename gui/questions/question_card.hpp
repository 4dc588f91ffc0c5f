// Draws a question, the given answer and the verdict, in Predict mode and in lessons. Clicks change the draft
// immediately; other requests are returned. The card stores only its scroll position.
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
  bool was_shown = false;  // no answer was given
};

struct CardState {
  const ShownVerdict* verdict = nullptr;  // null: not answered yet
  std::string_view complaint = {};        // why the input is not an answer; empty: no complaint
  std::string_view hint = {};             // hint after a wrong first answer; a second answer is expected
  bool is_last = false;                   // the run has no further question: the questions start again
  std::string_view closing = {};          // if is_last: text below the verdict
  std::string_view how = {};              // another way to answer: "Click lanes in the lanes card."
  bool can_skip = true;
};

class QuestionCard {
 public:
  CardWish draw(Ui& ui, const Rect& area, AnswerDraft& draft, const CardState& state);
  // The height of all scrolled contents and the buttons, as measured in the last frame.
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

  // Clicks within this time are ignored, because the second click of a double click on "Answer" would press
  // the button that replaces "Answer".
  static constexpr double kDoubleClick = 0.35;  // s
  double pressed_at_ = -1;                      // when "Answer" was last clicked
  ScrollArea scroll_;
  ItemGrid grid_;
};

// Returns the place of the main button in the row below the card. The main button is "Answer", and after the
// answer "Next question". No other button appears at this place.
Rect main_button(const Rect& row);

}  // namespace lockstep::gui
