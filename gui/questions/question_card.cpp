#include "gui/questions/question_card.hpp"

#include <algorithm>
#include <utility>

#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

constexpr TextStyle kAsked{Font::text_bold, Role::ink, Align::left, 14};
constexpr TextStyle kQuestionSaid{Font::text, Role::ink, Align::left, 13};
constexpr TextStyle kAsideText{Font::text, Role::second_ink, Align::left, 12};
constexpr float kNoLimit = 4000, kQuestionBetween = 10;
constexpr float kSmallButton = 58, kBetweenButtons = 6;

enum class Sign : std::uint8_t { right, wrong };

void draw_sign(Canvas& canvas, Point at, Sign sign) {
  const bool right = sign == Sign::right;
  canvas.fill_circle(at, 8, right ? Role::good : Role::costs);
  const Role role = right ? Role::card : Role::on_costs;
  if (right) {
    canvas.line({at.x - 4, at.y}, {at.x - 1, at.y + 3}, role, 2);
    canvas.line({at.x - 1, at.y + 3}, {at.x + 4, at.y - 4}, role, 2);
  } else {
    canvas.line({at.x - 3, at.y - 3}, {at.x + 3, at.y + 3}, role, 2);
    canvas.line({at.x - 3, at.y + 3}, {at.x + 3, at.y - 3}, role, 2);
  }
}

float say(Ui& ui, const Rect& column, float y, std::string_view text, const TextStyle& style) {
  return ui.paragraph({column.x, y, column.width, kNoLimit}, text, style, 1.4f);
}

float draw_hint(Ui& ui, const Rect& column, float y, std::string_view hint) {
  draw_sign(ui.canvas, {column.x + 9, y + 9}, Sign::wrong);
  const Rect beside{column.x + 25, y, column.width - 25, kNoLimit};
  return say(ui, beside, y, "Not right. " + std::string(hint) + " Try again.",
             {Font::text_bold, Role::costs, Align::left, 13}) +
         4;
}

}  // namespace

Rect main_button(const Rect& row) {
  return {row.x, row.y, row.width - 2 * (kSmallButton + kBetweenButtons), row.height};
}

CardWish QuestionCard::draw(Ui& ui, const Rect& area, AnswerDraft& draft, const CardState& state) {
  CardWish wish = CardWish::none;
  const Rect list{area.x - 6, area.y, area.width + 12, std::max(0.0f, area.height - kButtons)};
  const float top = scroll_.begin(ui, list);
  const Rect column{area.x, top, area.width - 4, kNoLimit};
  float y = say(ui, column, top + 1, draft.question().text, kAsked) + kQuestionBetween;
  // The verdict is drawn first, because it is more important than the given answer.
  if (state.verdict != nullptr)
    y = draw_verdict(ui, {column.x, y, column.width, kNoLimit}, draft, *state.verdict) + kQuestionBetween;
  if (state.is_last && !state.closing.empty())
    y = say(ui, column, y, state.closing, {Font::text_bold, Role::ink, Align::left, 13}) + kQuestionBetween;
  const bool is_told = state.verdict != nullptr && draft.question().form != quiz::Form::choice &&
                       (state.verdict->verdict.is_right || draft.question().form == quiz::Form::number);
  if (!is_told)
    y = draw_control(ui, {column.x, y, column.width, kNoLimit}, draft, state, wish) + kQuestionBetween;
  if (state.verdict == nullptr) {
    if (!state.hint.empty()) y = draw_hint(ui, column, y, state.hint);
    if (!state.complaint.empty())
      y = say(ui, column, y, state.complaint, {Font::text_bold, Role::costs, Align::left, 13}) + 4;
    for (const std::string& given : draft.question().given) y = say(ui, column, y, given, kAsideText) + 3;
  }
  scroll_.end(ui, y + 2);
  const CardWish pressed = draw_buttons(ui, {area.x, area.bottom() - 32, area.width, 32}, state);
  return pressed != CardWish::none ? pressed : wish;
}

float QuestionCard::draw_control(Ui& ui, const Rect& column, AnswerDraft& draft, const CardState& state,
                                 CardWish& wish) {
  if (draft.question().form == quiz::Form::choice) return draw_choices(ui, column, draft, state, wish);
  if (draft.question().form == quiz::Form::number) return draw_number(ui, column, draft, state);
  return draw_items(ui, column, draft, state);
}

// A click on a choice is the answer; keys first select a choice.
float QuestionCard::draw_choices(Ui& ui, const Rect& column, AnswerDraft& draft, const CardState& state,
                                 CardWish& wish) {
  const quiz::Question& question = draft.question();
  float y = column.y;
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    const bool chosen = draft.choice() == i;
    const bool is_right = state.verdict != nullptr && question.answer.choice == i;
    const bool is_wrong = state.verdict != nullptr && !state.verdict->was_shown && chosen && !is_right;
    const TextStyle style{chosen ? Font::text_bold : Font::text, Role::ink, Align::left, 13};
    const auto lines = wrap_text(ui.canvas, question.choices[i], style, column.width - 44);
    const float height = 18 * static_cast<float>(lines.size()) + 12;
    const Rect box{column.x, y, column.width, height};
    const ItemState item = ui.item("choice-" + std::to_string(i + 1), box);
    const bool lit = state.verdict == nullptr && (chosen || item.hovered);
    ui.canvas.fill_rect(box, lit ? Role::acts_pale : Role::card, 5);
    ui.canvas.stroke_rect(box,
                          is_right   ? Role::good
                          : is_wrong ? Role::costs
                          : lit      ? Role::acts
                                     : Role::line,
                          is_right || is_wrong || chosen ? 2.0f : 1.0f, 5);
    const Point sign{box.x + 16, box.centre().y};
    if (is_right || is_wrong) {
      draw_sign(ui.canvas, sign, is_right ? Sign::right : Sign::wrong);
    } else {
      const TextStyle number{Font::text_bold, Role::second_ink, Align::centre, 12};
      ui.canvas.text({sign.x, top_for_centre(sign.y, number)}, std::to_string(i + 1), number);
    }
    float line = y + 7;
    for (const std::string& text : lines) {
      ui.canvas.text({box.x + 32, line}, text, style);
      line += 18;
    }
    if (item.clicked && state.verdict == nullptr) {
      draft.choose(i);
      wish = CardWish::answer;
    }
    y = box.bottom() + 6;
  }
  return y - 6;
}

float QuestionCard::draw_number(Ui& ui, const Rect& column, AnswerDraft& draft, const CardState& state) {
  const Rect field{column.x, column.y, std::min(140.0f, column.width), 32};
  const bool asks = state.verdict == nullptr;
  ui.canvas.fill_rect(field, Role::card, 5);
  ui.canvas.stroke_rect(field, asks ? Role::acts : Role::line, asks ? 2.0f : 1.0f, 5);
  const TextStyle style{Font::text_bold, Role::ink, Align::left, 16};
  const std::string shown = fit_end(ui.canvas, draft.typed(), style, field.width - 20);
  ui.canvas.text({field.x + 10, top_for_centre(field.centre().y, style)}, shown, style);
  if (asks) {
    const float x = field.x + 11 + ui.canvas.text_width(shown, style);
    ui.canvas.line({x, field.y + 7}, {x, field.bottom() - 7}, Role::acts, 2);
    const std::string how =
        state.how.empty() ? std::string("Type a number.") : "Type a number. " + std::string(state.how);
    return say(ui, column, field.bottom() + 6, how, kAsideText);
  }
  return field.bottom();
}

float QuestionCard::draw_items(Ui& ui, const Rect& column, AnswerDraft& draft, const CardState& state) {
  float y = column.y;
  const GridMarks marks = state.verdict == nullptr   ? GridMarks::asked
                          : state.verdict->was_shown ? GridMarks::solved
                                                     : GridMarks::judged;
  // Arrows move between the items; Tab moves to the buttons.
  const bool stops = std::exchange(ui.stops, false);
  if (draft.question().items <= ItemGrid::kMaxItems) y = grid_.draw(ui, "pick-", column, draft, marks) + 6;
  ui.stops = stops;
  if (state.verdict != nullptr) return y - 6;
  const bool types = !draft.typed().empty();
  const std::string text = types                   ? "Typed: " + draft.typed()
                           : draft.items().empty() ? std::string("Nothing is chosen yet.")
                                                   : "Chosen: " + draft.items_text();
  y = say(ui, column, y, text, {Font::text_bold, Role::ink, Align::left, 13}) + 2;
  const std::string typed = draft.question().is_single
                                ? "Arrows and Space choose; or type 8."
                                : "Arrows and Space choose, Ctrl+A all; or type 0-3,8.";
  return say(ui, column, y, state.how.empty() ? typed : std::string(state.how) + " " + typed, kAsideText);
}

float QuestionCard::draw_verdict(Ui& ui, const Rect& column, const AnswerDraft& draft,
                                 const ShownVerdict& shown) {
  const quiz::Question& question = draft.question();
  const bool is_right = shown.verdict.is_right;
  float y = column.y;
  const std::string right = answer_text(question, question.answer);
  const bool is_choice = question.form == quiz::Form::choice;
  if (shown.was_shown) {
    y = say(ui, column, y, is_choice ? "The answer:" : "The answer: " + right,
            {Font::text_bold, Role::ink, Align::left, 14});
  } else {
    draw_sign(ui.canvas, {column.x + 9, y + 9}, is_right ? Sign::right : Sign::wrong);
    const TextStyle style{Font::text_bold, is_right ? Role::good : Role::costs, Align::left, 15};
    ui.canvas.text({column.x + 25, top_for_centre(y + 9, style)}, is_right ? "Right" : "Not right", style);
    y += 26;
  }
  if (!is_right && !shown.was_shown && !is_choice) {
    y = say(ui, column, y,
            "The answer is " + right +
                (question.form == quiz::Form::number ? ", not " + draft.typed() + "." : "."),
            {Font::text_bold, Role::ink, Align::left, 13});
  }
  y = say(ui, column, y + 3, shown.verdict.reason, kQuestionSaid);
  // The reason why the given answer is wrong may not explain the right answer, so the reason for the right
  // answer follows.
  if (!is_right && shown.verdict.reason != question.reason)
    y = say(ui, column, y + 5, question.reason, kQuestionSaid);
  return y;
}

CardWish QuestionCard::draw_next(Ui& ui, const Rect& place, bool is_last) {
  const std::string_view label = is_last ? "From the start" : "Next question";
  const std::string_view tip =
      is_last ? "Other questions, from the start of the run (Enter)" : "Next question (Enter)";
  const bool pressed = ui.button("predict-answer", place, label, tip, true);
  const bool was_meant = ui.press_focus || ui.seconds() - pressed_at_ >= kDoubleClick;
  return pressed && was_meant ? CardWish::go_on : CardWish::none;
}

CardWish QuestionCard::draw_buttons(Ui& ui, const Rect& row, const CardState& state) {
  Rect place = main_button(row);
  if (state.verdict != nullptr) return draw_next(ui, place, state.is_last);
  if (ui.button("predict-answer", place, "Answer", "Answer (Enter)", true)) {
    if (!ui.press_focus) pressed_at_ = ui.seconds();
    return CardWish::answer;
  }
  if (!state.can_skip) return CardWish::none;
  place = {place.right() + kBetweenButtons, row.y, kSmallButton, row.height};
  if (ui.button("predict-skip", place, "Skip",
                "Skip to another question; the skipped question does not count (S)"))
    return CardWish::skip;
  place.x = place.right() + kBetweenButtons;
  if (ui.button("predict-show", place, "Show", "Show the answer; this ends the streak (R)"))
    return CardWish::show;
  return CardWish::none;
}

}  // namespace lockstep::gui
