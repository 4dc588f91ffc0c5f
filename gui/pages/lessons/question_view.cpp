#include "gui/pages/lessons/question_view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gui/canvas/text.hpp"
#include "gui/pages/lessons/page.hpp"

namespace lockstep::gui {
namespace {

using Form = ReadyQuestion::Form;

constexpr float kPadding = 12, kGap = 8, kMark = 26, kButton = 30, kItem = 30;
constexpr std::uint64_t kMaxItems = 64;  // that are shown as buttons; more are typed

bool has_item_buttons(const ReadyQuestion& ready) {
  return ready.form == Form::items && ready.asked->items <= kMaxItems;
}

LessonText plain(std::string words) {
  LessonInline piece;
  piece.text = std::move(words);
  return {piece};
}

// What is said below the answers.
LessonText verdict_text(const ShownQuestion& shown) {
  if (!shown.complaint.empty()) return plain(shown.complaint);
  if (!shown.verdict) return {};
  LessonInline begin;
  begin.text = shown.verdict->is_right ? "Right. " : "Not right. ";
  begin.strong = true;
  LessonText text{begin};
  for (const LessonInline& piece : shown.verdict->words) text.push_back(piece);
  return text;
}

// The parts of a question below each other, and how high each is. Drawing and measuring are the same walk.
struct Parts {
  TextLayout text;
  std::vector<TextLayout> choices;
  float choice_height(std::size_t i) const { return std::max(kMark, choices[i].height + 4); }
  float items_height = 0, input_height = 0;  // of item buttons; of a field or a button
  TextLayout verdict;

  float height() const {
    float sum = 2 * kPadding + text.height;
    for (std::size_t i = 0; i < choices.size(); ++i) sum += choice_height(i) + (i == 0 ? kGap : 2);
    if (items_height > 0) sum += kGap + items_height;
    if (input_height > 0) sum += kGap + input_height;
    if (verdict.height > 0) sum += kGap + verdict.height;
    return sum;
  }
};

std::size_t items_in_row(float width) {
  // Whole eights read better than as many as fit.
  const auto fitting = static_cast<std::size_t>(std::max(1.0f, width / kItem));
  return fitting >= 8 ? fitting / 8 * 8 : fitting;
}

Parts parts_of(const Canvas& canvas, const ShownQuestion& shown, float width, float size) {
  Parts parts;
  const float inner = width - 2 * kPadding;
  TextSetting setting{inner, size};
  if (!shown.ready) {
    parts.text = lay_out(canvas, plain(shown.ready.error().message), setting);
    return parts;
  }
  const ReadyQuestion& ready = *shown.ready;
  parts.text = lay_out(canvas, ready.text, setting);
  setting.width = inner - kMark;
  for (const LessonText& choice : ready.choices) parts.choices.push_back(lay_out(canvas, choice, setting));
  setting.width = inner;
  if (has_item_buttons(ready)) {
    const std::size_t columns = items_in_row(inner);
    parts.items_height = kItem * static_cast<float>((ready.asked->items + columns - 1) / columns);
  }
  if (ready.form != Form::choice) parts.input_height = kButton;
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

// A circle for one of several, a box for any of them; the right one has a tick once it was chosen.
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

std::string item_tooltip(const ReadyQuestion& ready) {
  switch (ready.asked->form) {
    case quiz::Form::lanes:
      return "A lane: press it to choose it or to leave it out";
    case quiz::Form::warps:
      return "A warp: press it to choose it or to leave it out";
    default:
      return "An element: press it to choose it or to leave it out";
  }
}

void draw_items(PanelContext& context, std::size_t number, ShownQuestion& shown, const Rect& place) {
  Ui& ui = context.ui;
  const std::size_t columns = items_in_row(place.width);
  const std::string tooltip = item_tooltip(*shown.ready);
  for (std::uint64_t item = 0; item < shown.ready->asked->items; ++item) {
    const Rect cell{place.x + kItem * static_cast<float>(item % columns),
                    place.y + kItem * static_cast<float>(item / columns), kItem - 4, kItem - 4};
    const ItemState state = ui.item(fmt::format("question-{}-item-{}", number, item), cell, tooltip);
    const bool chosen = is_chosen(shown, item);
    if (chosen)
      ui.canvas.fill_rect(cell, Role::acts, 4);
    else
      ui.canvas.stroke_rect(cell, state.hovered ? Role::acts : Role::line, 1, 4);
    const TextStyle style{Font::text_bold, chosen ? Role::on_acts : Role::ink, Align::centre, 12};
    ui.canvas.text({cell.centre().x, top_for_centre(cell.centre().y, style)}, std::to_string(item), style);
    if (!state.clicked) continue;
    shown.verdict.reset();
    toggle(shown.given.chosen, item);
  }
}

// Predicted, then seen: the run goes to the moment that shows the answer, unless this would answer another
// question, too.
void answer(PanelContext& context, std::size_t number) {
  context.lessons.answer(number);
  const auto& questions = context.lessons.questions();
  const ShownQuestion& answered = questions[number];
  if (!answered.verdict || !answered.ready->asked) return;
  const std::uint64_t reveal = answered.ready->asked->reveal;
  const bool answers_another = std::ranges::any_of(questions, [&](const ShownQuestion& question) {
    return question.ready && question.ready->asked && !question.verdict &&
           question.ready->asked->position < reveal;
  });
  if (!answers_another) context.commands.go_to(reveal);
}

void draw_choices(PanelContext& context, std::size_t number, ShownQuestion& shown, const Parts& parts,
                  float x, float& y, float width) {
  Ui& ui = context.ui;
  const ReadyQuestion& ready = *shown.ready;
  for (std::size_t i = 0; i < parts.choices.size(); ++i) {
    y += i == 0 ? kGap : 2;
    const Rect row{x - 4, y, width + 8, parts.choice_height(i)};
    const ItemState state = ui.item(fmt::format("question-{}-choice-{}", number, i), row);
    if (state.hovered) ui.canvas.fill_rect(row, Role::acts_pale, 5);
    const bool chosen = is_chosen(shown, i), round = ready.form == Form::choice;
    std::optional<bool> right;
    if (chosen && shown.verdict) right = ready.right[i];
    draw_mark(ui.canvas, {x + 8, row.centre().y}, round, chosen, right);
    draw_text_layout(ui.canvas, parts.choices[i], {x + kMark, row.centre().y - parts.choices[i].height / 2});
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

}  // namespace

float QuestionView::height(const Canvas& canvas, const ShownQuestion& shown, float width, float text_size) {
  return parts_of(canvas, shown, width, text_size).height();
}

// A field for the number, or for items that are too many for buttons.
void QuestionView::draw_number(PanelContext& context, std::size_t number, const Rect& row) {
  ShownQuestion& shown = context.lessons.questions()[number];
  const bool is_number = shown.ready->form == Form::number;
  const Rect field{row.x, row.y, std::min(is_number ? 140.0f : 220.0f, row.width - 90), row.height};
  LineEntry& entry = entries_[number];
  const auto outcome = entry.draw(context, fmt::format("question-{}-number", number), field,
                                  shown.given.typed, is_number ? "a number" : "0-3, 8");
  if (outcome != LineEntry::Outcome::entered) return;
  shown.given.typed = entry.text();
  shown.verdict.reset();
  if (!is_number) {
    const auto parsed = quiz::parse_answer(*shown.ready->asked, shown.given.typed);
    shown.complaint = parsed ? std::string() : parsed.error().message;
    if (!parsed) return;
    shown.given.chosen = parsed->items;
  }
  if (!shown.given.typed.empty()) answer(context, number);
}

void QuestionView::draw(PanelContext& context, std::size_t number, const Rect& place, float text_size) {
  Ui& ui = context.ui;
  ShownQuestion& shown = context.lessons.questions()[number];
  const Parts parts = parts_of(ui.canvas, shown, place.width, text_size);
  ui.canvas.fill_rect(place, Role::ground, 6);
  ui.canvas.fill_rect({place.x, place.y, 4, place.height}, shown.ready ? Role::acts : Role::warns, 2);
  const float x = place.x + kPadding, width = place.width - 2 * kPadding;
  float y = place.y + kPadding;
  draw_text_layout(ui.canvas, parts.text, {x, y});
  y += parts.text.height;
  if (!shown.ready) return;
  draw_choices(context, number, shown, parts, x, y, width);
  if (parts.items_height > 0) {
    y += kGap;
    draw_items(context, number, shown, {x, y, width, parts.items_height});
    y += parts.items_height;
  }
  const ReadyQuestion& ready = *shown.ready;
  if (parts.input_height > 0) {
    y += kGap;
    const bool typed = ready.form == Form::number || (ready.form == Form::items && parts.items_height == 0);
    if (typed) draw_number(context, number, {x, y, width, kButton});
    const Rect check{typed ? x + std::min(ready.form == Form::number ? 140.0f : 220.0f, width - 90) + 8 : x,
                     y, 76, kButton};
    if (ui.button(fmt::format("question-{}-check", number), check, "Check",
                  "Compares your answer with the run (Enter)", !shown.verdict))
      answer(context, number);
    const Rect show{check.right() + 8, y, 76, kButton};
    if (ready.asked && shown.verdict && show.right() <= x + width &&
        ui.button(fmt::format("question-{}-show", number), show, "Show",
                  "Goes to the moment that shows the answer"))
      context.commands.go_to(ready.asked->reveal);
    y += kButton;
  }
  if (parts.verdict.height > 0) draw_text_layout(ui.canvas, parts.verdict, {x, y + kGap});
}

}  // namespace lockstep::gui
