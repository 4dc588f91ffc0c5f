#include "gui/pages/lessons/question_view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/features.hpp"
#include "gui/canvas/text.hpp"
#include "gui/pages/lessons/page.hpp"
#include "gui/questions/hint.hpp"

namespace lockstep::gui {
namespace {

using ReadyForm = ReadyQuestion::Form;

constexpr float kQuestionViewPadding = 12, kQuestionGap = 8, kQuestionMark = 26, kButton = 30,
                kButtonWidth = 76;
constexpr float kNumberField = 140, kItemsField = 180;
constexpr float kDigit = 26, kBetweenDigits = 4;

bool has_grid(const ReadyQuestion& ready) {
  return ready.form == ReadyForm::items && ready.asked->items <= ItemGrid::kMaxItems;
}

LessonText plain(std::string words) {
  LessonInline piece;
  piece.text = std::move(words);
  return {piece};
}

// Returns a hint that says how much of an answer is wrong, for an answer without a written reply.
LessonText hint_text(const ShownQuestion& shown) {
  const ReadyQuestion& ready = *shown.ready;
  if (ready.form == ReadyForm::number)
    return plain(hint_of_number(quiz::parse_number(shown.given.typed).value_or(0), ready.number));
  if (ready.asked && ready.form == ReadyForm::items)
    return plain(hint_of(*ready.asked, {shown.given.chosen, 0, 0}));
  if (ready.asked && has_second_try(*ready.asked)) return plain("Another choice is right.");
  return shown.verdict->words;
}

// Returns the text below the answers.
LessonText verdict_text(const ShownQuestion& shown) {
  if (!shown.complaint.empty()) return plain(shown.complaint);
  if (!shown.verdict) return {};
  const bool is_right = shown.verdict->is_right;
  LessonInline begin;
  begin.text = shown.is_solved ? "The answer: " : is_right ? "Right. " : "Not right. ";
  begin.strong = true;
  LessonText text{begin};
  const LessonText words = is_right || shown.is_solved ? shown.verdict->words : hint_text(shown);
  text.insert(text.end(), words.begin(), words.end());
  return text;
}

// The parts of a question and their heights. The parts are below each other. The same function computes them
// for drawing and for measuring.
struct Parts {
  TextLayout text;
  std::vector<TextLayout> choices;
  float choice_height(std::size_t i) const { return std::max(kQuestionMark, choices[i].height + 4); }
  float items_height = 0, input_height = 0;  // height of the item buttons; height of the field or the button
  float digits_height = 0;                   // height of the buttons for digits
  TextLayout verdict;

  float height() const {
    float sum = 2 * kQuestionViewPadding + text.height;
    for (std::size_t i = 0; i < choices.size(); ++i) sum += choice_height(i) + (i == 0 ? kQuestionGap : 2);
    if (items_height > 0) sum += kQuestionGap + items_height;
    if (input_height > 0) sum += kQuestionGap + input_height;
    if (digits_height > 0) sum += kQuestionGap + digits_height;
    if (verdict.height > 0) sum += kQuestionGap + verdict.height;
    return sum;
  }
};

Parts parts_of(const Canvas& canvas, const ShownQuestion& shown, float width, float size) {
  Parts parts;
  const float inner = width - 2 * kQuestionViewPadding;
  TextSetting setting{inner, size};
  if (!shown.ready) {
    parts.text = lay_out(canvas, plain(shown.ready.error().message), setting);
    return parts;
  }
  const ReadyQuestion& ready = *shown.ready;
  parts.text = lay_out(canvas, ready.text, setting);
  setting.width = inner - kQuestionMark;
  for (const LessonText& choice : ready.choices) parts.choices.push_back(lay_out(canvas, choice, setting));
  setting.width = inner;
  if (has_grid(ready)) parts.items_height = ItemGrid::height(ready.asked->items, inner);
  if (ready.form != ReadyForm::choice) parts.input_height = kButton;
  if (ready.form == ReadyForm::number && shown.is_open() && !has(Feature::keyboard))
    parts.digits_height = kDigit;
  parts.verdict = lay_out(canvas, verdict_text(shown), setting);
  return parts;
}

bool is_chosen(const ShownQuestion& shown, std::uint64_t item) {
  return std::ranges::find(shown.given.chosen, item) != shown.given.chosen.end();
}

void toggle(std::vector<std::uint64_t>& chosen, std::uint64_t item) {
  if (std::erase(chosen, item) > 0) return;
  chosen.insert(std::ranges::lower_bound(chosen, item), item);
}

// Draws the mark of a choice: a circle if a single choice is right, a box if several choices can be right.
// The mark of a chosen right answer has a tick.
void draw_mark(Canvas& canvas, Point centre, bool round, bool chosen, std::optional<bool> right) {
  const Role role = !chosen ? Role::second_ink : !right ? Role::acts : *right ? Role::good : Role::costs;
  constexpr float r = 7;
  const Rect box{centre.x - r, centre.y - r, 2 * r, 2 * r};
  if (chosen && round)
    canvas.fill_circle(centre, r, role);
  else if (chosen)
    canvas.fill_rect(box, role, 3);
  else
    canvas.stroke_rect(box, role, 1.5f, round ? r : 3);
  if (!chosen) return;
  if (right && !*right) {
    canvas.line({centre.x - 3, centre.y - 3}, {centre.x + 3, centre.y + 3}, Role::card, 2);
    canvas.line({centre.x - 3, centre.y + 3}, {centre.x + 3, centre.y - 3}, Role::card, 2);
    return;
  }
  canvas.line({centre.x - 3.5f, centre.y}, {centre.x - 1, centre.y + 3}, Role::card, 2);
  canvas.line({centre.x - 1, centre.y + 3}, {centre.x + 4, centre.y - 3}, Role::card, 2);
}

// Moves the run to the moment that shows the right answer to the question, unless this moment would also
// answer another question.
void reveal(PanelContext& context, std::size_t number) {
  const auto& questions = context.lessons.questions();
  const ShownQuestion& answered = questions[number];
  if (answered.is_open() || !answered.ready->asked || context.lessons.is_changed(context.state)) return;
  const std::uint64_t at = answered.ready->asked->reveal;
  const bool answers_another = std::ranges::any_of(questions, [&](const ShownQuestion& question) {
    return question.is_open() && question.ready->asked && question.ready->asked->position < at;
  });
  if (!answers_another) context.commands.go_to(at);
}

void answer(PanelContext& context, std::size_t number) {
  context.lessons.answer(number);
  reveal(context, number);
}

void draw_choices(PanelContext& context, std::size_t number, ShownQuestion& shown, const Parts& parts,
                  float x, float& y, float width) {
  Ui& ui = context.ui;
  const ReadyQuestion& ready = *shown.ready;
  for (std::size_t i = 0; i < parts.choices.size(); ++i) {
    y += i == 0 ? kQuestionGap : 2;
    const Rect row{x - 4, y, width + 8, parts.choice_height(i)};
    const ItemState state = ui.item(fmt::format("question-{}-choice-{}", number, i), row);
    if (state.hovered) ui.canvas.fill_rect(row, Role::acts_pale, 5);
    const bool chosen = is_chosen(shown, i), round = ready.form == ReadyForm::choice;
    std::optional<bool> right;
    if (chosen && shown.verdict) right = ready.right[i];
    draw_mark(ui.canvas, {x + 8, row.centre().y}, round, chosen, right);
    draw_text_layout(ui.canvas, parts.choices[i],
                     {x + kQuestionMark, row.centre().y - parts.choices[i].height / 2});
    if (state.clicked && round) {
      shown.given.chosen = {i};
      answer(context, number);
    } else if (state.clicked) {
      shown.verdict.reset();
      toggle(shown.given.chosen, i);
    }
    y = row.bottom();
  }
}

// Returns the text of the field for items.
std::string items_text(const ShownQuestion& shown) {
  return shown.given.typed.empty() ? quiz::ranges_text(shown.given.chosen) : shown.given.typed;
}

}  // namespace

float QuestionView::height(const Canvas& canvas, const ShownQuestion& shown, float width, float text_size) {
  return parts_of(canvas, shown, width, text_size).height();
}

// Takes the items that were typed in the field and closes the field, because a click in the grid adds
// to these items.
void QuestionView::leave_entry(LineEntry& entry, ShownQuestion& shown) {
  if (entry.text() != items_text(shown))
    if (const auto parsed = parse_given(*shown.ready->asked, entry.text()))
      shown.given.chosen = parsed->items;
  entry.drop();
}

// Draws the grid of items. The grid uses a draft, because the given answer belongs to the lesson, where it
// may change when another page or the solution is shown.
void QuestionView::draw_items(PanelContext& context, std::size_t number, const Rect& place) {
  ShownQuestion& shown = context.lessons.questions()[number];
  Answering& answering = answering_[number];
  AnswerDraft& draft = answering.draft;
  if (answering.entry.is_open() && context.ui.mouse_pressed(place)) leave_entry(answering.entry, shown);
  if (draft.question().text != shown.ready->asked->text || draft.items() != shown.given.chosen) {
    draft = AnswerDraft(*shown.ready->asked);
    for (const std::uint64_t item : shown.given.chosen) draft.set(item, true);
  }
  const GridMarks marks = shown.is_open() ? GridMarks::asked : GridMarks::solved;
  answering.grid.draw(context.ui, fmt::format("question-{}-item-", number), place, draft, marks);
  if (draft.items() == shown.given.chosen) return;
  shown.given.chosen = draft.items();
  shown.given.typed.clear();
  shown.verdict.reset();
  shown.complaint.clear();
}

// Draws a field for a number, or for items such as "0-3, 8" or "all". After a wrong answer, the field
// keeps the keyboard.
void QuestionView::draw_entry(PanelContext& context, std::size_t number, const Rect& field) {
  ShownQuestion& shown = context.lessons.questions()[number];
  const bool is_number = shown.ready->form == ReadyForm::number;
  LineEntry& entry = answering_[number].entry;
  const std::string items = is_number ? shown.given.typed : items_text(shown);
  const auto outcome = entry.draw(context, fmt::format("question-{}-number", number), field, items,
                                  is_number ? "a number" : "0-3, 8 or all");
  if (outcome != LineEntry::Outcome::entered) return;
  if (entry.text() != items) {
    shown.given.typed = entry.text();
    shown.verdict.reset();
  }
  if (shown.given.typed.empty()) return;
  if (!is_number) {
    const auto parsed = parse_given(*shown.ready->asked, shown.given.typed);
    shown.complaint = parsed ? std::string() : parsed.error().message;
    if (!parsed) return entry.open_behind(shown.given.typed);
    shown.given.chosen = parsed->items;
  }
  // A click outside the field does not submit the answer.
  if (entry.was_left()) return;
  answer(context, number);
  // The text of a wrong answer is selected, so that typing replaces it. An invalid answer can be edited.
  if (shown.is_open())
    shown.complaint.empty() ? entry.open(shown.given.typed) : entry.open_behind(shown.given.typed);
}

void QuestionView::draw_input(PanelContext& context, std::size_t number, const Rect& row) {
  Ui& ui = context.ui;
  ShownQuestion& shown = context.lessons.questions()[number];
  const ReadyQuestion& ready = *shown.ready;
  float x = row.x;
  if (ready.form != ReadyForm::several) {
    const float wanted = ready.form == ReadyForm::number ? kNumberField : kItemsField;
    const Rect field{x, row.y, std::min(wanted, row.width - 2 * (kButtonWidth + 8)), row.height};
    if (shown.is_open())
      draw_entry(context, number, field);
    else
      ui.canvas.text({x, row.y + 6}, shown.given.typed, {Font::text_bold, Role::ink, Align::left, 14});
    x = field.right() + 8;
  }
  const Rect first{x, row.y, kButtonWidth, row.height},
      second{first.right() + 8, row.y, kButtonWidth, row.height};
  if (shown.is_open() &&
      ui.button(fmt::format("question-{}-check", number), first, "Check",
                shown.verdict ? "" : "Compares your answer with the run (Enter)", !shown.verdict))
    answer(context, number);
  if (shown.is_open() && shown.wrong_tries > 0 &&
      ui.button(fmt::format("question-{}-solution", number), second, "Solution",
                "Shows the right answer; the question comes again with the page")) {
    context.lessons.solve(number);
    reveal(context, number);
  }
  if (!shown.is_open() && ready.asked && !context.lessons.is_changed(context.state) &&
      ui.button(fmt::format("question-{}-show", number), first, "Show",
                "Goes to the moment that shows the answer"))
    context.commands.go_to(ready.asked->reveal);
}

// Draws buttons for use without a keyboard: the digits 0 to 9, and a button that deletes the last digit.
void QuestionView::draw_digits(PanelContext& context, std::size_t number, const Rect& row) {
  ShownQuestion& shown = context.lessons.questions()[number];
  std::string& typed = shown.given.typed;
  Rect place{row.x, row.y, kDigit, row.height};
  for (char digit = '0'; digit <= '9' + 1; ++digit, place.x = place.right() + kBetweenDigits) {
    const bool is_digit = digit <= '9';
    const std::string label = is_digit ? std::string(1, digit) : "←";
    if (!context.ui.button(fmt::format("question-{}-key-{}", number, is_digit ? label : "back"), place, label,
                           is_digit ? "" : "Deletes the last digit"))
      continue;
    if (is_digit)
      typed += digit;
    else if (!typed.empty())
      typed.pop_back();
    shown.verdict.reset();
  }
}

void QuestionView::check(PanelContext& context, std::size_t number) {
  const ShownQuestion& shown = context.lessons.questions()[number];
  if (!shown.given.chosen.empty() || !shown.given.typed.empty()) answer(context, number);
}

void QuestionView::type(PanelContext& context, std::size_t number, char digit) {
  ShownQuestion& shown = context.lessons.questions()[number];
  const ReadyForm form = shown.ready->form;
  if (form == ReadyForm::number || form == ReadyForm::items)
    return answering_[number].entry.open_behind(std::string(1, digit));
  const auto choice = static_cast<std::uint64_t>(digit - '1');
  if (digit == '0' || choice >= shown.ready->choices.size()) return;
  shown.verdict.reset();
  if (form == ReadyForm::several) return toggle(shown.given.chosen, choice);
  shown.given.chosen = {choice};
  answer(context, number);
}

void QuestionView::draw(PanelContext& context, std::size_t number, const Rect& place, float text_size) {
  Ui& ui = context.ui;
  ShownQuestion& shown = context.lessons.questions()[number];
  const Parts parts = parts_of(ui.canvas, shown, place.width, text_size);
  ui.canvas.fill_rect(place, Role::ground, 6);
  ui.canvas.fill_rect({place.x, place.y, 4, place.height}, shown.ready ? Role::acts : Role::warns, 2);
  const float x = place.x + kQuestionViewPadding, width = place.width - 2 * kQuestionViewPadding;
  float y = place.y + kQuestionViewPadding;
  draw_text_layout(ui.canvas, parts.text, {x, y});
  y += parts.text.height;
  if (!shown.ready) return;
  draw_choices(context, number, shown, parts, x, y, width);
  if (parts.items_height > 0) {
    y += kQuestionGap;
    draw_items(context, number, {x, y, width, parts.items_height});
    y += parts.items_height;
  }
  if (parts.input_height > 0) {
    y += kQuestionGap;
    draw_input(context, number, {x, y, width, kButton});
    y += kButton;
  }
  if (parts.digits_height > 0) {
    y += kQuestionGap;
    draw_digits(context, number, {x, y, width, kDigit});
    y += kDigit;
  }
  if (parts.verdict.height > 0) draw_text_layout(ui.canvas, parts.verdict, {x, y + kQuestionGap});
}

}  // namespace lockstep::gui
