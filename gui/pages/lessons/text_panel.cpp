// The panel with the text and the questions of the shown page, and the buttons that open other pages.
#include <fmt/format.h>

#include <algorithm>

#include "gui/canvas/text.hpp"
#include "gui/lesson/layout/text_layout.hpp"
#include "gui/pages/lesson_links.hpp"
#include "gui/pages/lessons/page.hpp"
#include "gui/pages/lessons/progress.hpp"
#include "gui/pages/lessons/question_view.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {
namespace {

constexpr float kProgress = 6;  // height in px
constexpr float kTextHeader = 34, kTextFooter = 40, kPageTextSize = 15, kTextWidth = 760;

class LessonTextPanel final : public Panel {
 public:
  std::string_view help() const override { return "The text of the lesson's page, and its questions."; }

  void draw(const Rect& card, PanelContext& context) override {
    context.ui.card(card);
    const Rect content = inside(card);
    const LessonPlayer& lessons = context.lessons;
    draw_header({content.x, content.y - 4, content.width, kTextHeader - 4}, context);
    Rect body{content.x, content.y + kTextHeader, content.width, content.height - kTextHeader - kTextFooter};
    if (!lessons.error().empty()) {
      context.ui.paragraph(body, lessons.error(), {Font::text, Role::costs, Align::left, 14});
      return;
    }
    if (lessons.page() == nullptr) return;
    draw_progress({content.x, body.y - 2, content.width, kProgress}, context);
    body.y += kProgress + 6;
    body.height -= kProgress + 6;
    body = draw_notices(body, context);
    draw_text(body, context);
    draw_footer({content.x, content.bottom() - kTextFooter + 10, content.width, kTextFooter - 10}, context);
  }

 private:
  static void draw_header(const Rect& row, PanelContext& context) {
    Ui& ui = context.ui;
    const Rect close{row.x, row.y, 92, 28};
    if (ui.button("lesson-list", close, "‹ Lessons", "All lessons; your place in this one is kept"))
      context.commands.edit([](AppState& state) { close_lesson(state); });
    const LoadedLesson* lesson = context.lessons.lesson();
    if (lesson == nullptr) return;
    const auto pages = lesson->lesson.pages.size();
    const std::string place = fmt::format("{} / {}", context.lessons.page_index() + 1, pages);
    const TextStyle quiet{Font::text, Role::second_ink, Align::right, 13};
    ui.canvas.text({row.right(), top_for_centre(close.centre().y, quiet)}, place, quiet);
    const TextStyle bold{Font::text_bold, Role::second_ink, Align::left, 13};
    const float room = row.width - close.width - ui.canvas.text_width(place, quiet) - 30;
    ui.canvas.text({close.right() + 12, top_for_centre(close.centre().y, bold)},
                   fit_text(ui.canvas, lesson->lesson.title, bold, room), bold);
  }

  // Draws the errors that the author must correct, and a notice if the reader has changed the run. Returns
  // the area below.
  static Rect draw_notices(Rect body, PanelContext& context) {
    Ui& ui = context.ui;
    const LessonPlayer& lessons = context.lessons;
    const auto take = [&](float height) {
      const Rect row{body.x, body.y, body.width, height};
      body.y += height + 8;
      body.height -= height + 8;
      return row;
    };
    if (!lessons.faults().empty()) {
      const TextStyle style{Font::text, Role::costs, Align::left, 12};
      const std::string words = fault_text(lessons.lesson()->folder.file, lessons.faults().front());
      const auto lines =
          static_cast<float>(std::min<std::size_t>(3, wrap_text(ui.canvas, words, style, body.width).size()));
      const Rect row = take(lines * 17);
      ui.paragraph(row, words, style, 17.0f / 12);
      ui.hint("lesson-fault", row, words);
    }
    if (lessons.shows_listing(context.state)) {
      const std::string words = fmt::format(
          "The kernel is {}, as the document prints it; text and questions refer to the OpenCL C kernel "
          "(O).",
          context.state.listing()->path());
      const TextStyle style{Font::text, Role::second_ink, Align::left, 13};
      constexpr float line = 17;
      const auto lines = static_cast<float>(wrap_text(ui.canvas, words, style, body.width).size());
      ui.paragraph(take(line * lines), words, style, line / style.size);
    } else if (lessons.is_changed(context.state)) {
      constexpr std::string_view words =
          "You have changed the run: text and questions refer to the page's own run.";
      const TextStyle style{Font::text, Role::second_ink, Align::left, 13};
      constexpr float line = 17, button_width = 116, button_height = 28;
      const float width = body.width - button_width - 8;
      const auto lines = static_cast<float>(wrap_text(ui.canvas, words, style, width).size());
      const Rect row = take(std::max(button_height, line * lines));
      const Rect button{row.right() - button_width, row.y, button_width, button_height};
      const float top = top_for_centre(row.centre().y, style) - line * (lines - 1) / 2;
      ui.paragraph({row.x, top, width, line * lines}, words, style, line / style.size);
      if (ui.button("lesson-again", button, "Restore it",
                    "Restores the page's run; your edits of its kernel are removed"))
        context.commands.edit([](AppState& state) {
          state.edited_texts.erase(state.source_key(0));
          state.lesson.begun = false;
        });
    }
    return body;
  }

  void draw_text(const Rect& body, PanelContext& context) {
    Ui& ui = context.ui;
    LessonPlayer& lessons = context.lessons;
    const std::string place = lessons.lesson()->folder.id() + "#" + lessons.page()->name;
    if (std::exchange(shown_, place) != place) {
      scroll_ = {};
      view_ = {};
    }
    for (const Action& action : context.page_actions) {
      if (action == actions::rows_down) scroll_.move(0.8f * body.height);
      if (action == actions::rows_up) scroll_.move(-0.8f * body.height);
      answer_by_key(context, action);
    }
    const float width = std::min(body.width, kTextWidth);
    TextSetting setting{width, kPageTextSize, lessons.moment(context.state, context.session)};
    setting.picture = [&lessons](const std::string& file) { return lessons.picture(file); };
    setting.picture_height = 0.8f * body.height;
    const auto& questions = lessons.questions();
    setting.question_height = [&](std::size_t question, float column) {
      return question < questions.size()
                 ? QuestionView::height(ui.canvas, questions[question], column, kPageTextSize - 1)
                 : 0.0f;
    };
    const TextLayout layout = lay_out(ui.canvas, lessons.page()->blocks, setting);
    const float x = body.x + (body.width - width) / 2;
    const float top = scroll_.begin(ui, body);
    draw_text_layout(ui.canvas, layout, {x, top});
    press_lesson_links(context, layout, {x, top}, "link");
    for (const PlacedQuestion& placed : layout.questions)
      if (placed.question < questions.size())
        view_.draw(context, placed.question,
                   {x + placed.rect.x, top + placed.rect.y, placed.rect.width, placed.rect.height},
                   kPageTextSize - 1);
    float bottom = top + layout.height + 8;
    if (lessons.page_index() + 1 == lessons.lesson()->lesson.pages.size())
      bottom = draw_lesson_summary({x, bottom + 8, width, 0}, context);
    scroll_.end(ui, bottom);
  }

  // Handles a key that answers the first open question.
  void answer_by_key(PanelContext& context, const Action& action) {
    const auto& questions = context.lessons.questions();
    const auto open = std::ranges::find_if(questions, &ShownQuestion::is_open);
    if (open == questions.end()) return;
    const auto number = static_cast<std::size_t>(open - questions.begin());
    if (action == actions::check_answer) QuestionView::check(context, number);
    const auto* const digit = std::ranges::find(actions::answer_digits, action);
    if (digit != std::end(actions::answer_digits))
      view_.type(context, number, static_cast<char>('0' + (digit - std::begin(actions::answer_digits))));
  }

  static void draw_footer(const Rect& row, PanelContext& context) {
    Ui& ui = context.ui;
    const LessonPlayer& lessons = context.lessons;
    const auto& pages = lessons.lesson()->lesson.pages;
    const std::size_t at = lessons.page_index();
    const float back = 76;
    const auto turn = [&](int by) {
      context.commands.edit([&lessons, by](AppState& state) { turn_lesson_page(state, lessons, by); });
    };
    if (ui.button("lesson-back", {row.x, row.y, back, row.height}, "‹ Back", "The previous page (Page Up)",
                  false, at > 0))
      turn(-1);
    const Rect next{row.x + back + 8, row.y, row.width - back - 8, row.height};
    if (at + 1 < pages.size()) {
      const TextStyle style{Font::text_bold, Role::on_acts, Align::centre, 14};
      // While a question is open, the title of the next page is hidden, because it could reveal the answer.
      const std::string title = lessons.asks() ? "Next" : "Next: " + pages[at + 1].title;
      const std::string label = fit_text(ui.canvas, title, style, next.width - 20);
      if (ui.button("lesson-next", next, label, "The next page (Page Down)", true)) turn(1);
    } else if (ui.button("lesson-end", next, "End: all lessons", "The list of lessons")) {
      context.commands.edit([](AppState& state) { close_lesson(state); });
    }
  }

  ScrollArea scroll_;
  QuestionView view_;
  std::string shown_;  // the page drawn last
};

}  // namespace

void turn_lesson_page(AppState& state, const LessonPlayer& lessons, int by) {
  if (lessons.lesson() == nullptr) return;
  const auto& pages = lessons.lesson()->lesson.pages;
  const auto to = static_cast<std::ptrdiff_t>(lessons.page_index()) + by;
  if (to < 0 || to >= static_cast<std::ptrdiff_t>(pages.size())) return;
  show_lesson_page(state, pages[static_cast<std::size_t>(to)].name);
}

std::unique_ptr<Panel> make_lesson_text_panel() { return std::make_unique<LessonTextPanel>(); }

}  // namespace lockstep::gui
