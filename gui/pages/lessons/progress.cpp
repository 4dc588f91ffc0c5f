#include "gui/pages/lessons/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/pages/lesson_links.hpp"
#include "gui/pages/lessons/page.hpp"

namespace lockstep::gui {
namespace {

using State = QuestionResult::State;

std::uint64_t count_of(const std::vector<QuestionResult>& results, State state) {
  return static_cast<std::uint64_t>(std::ranges::count(results, state, &QuestionResult::state));
}

std::string page_words(const LessonPage& page, std::size_t index, const PageProgress& progress) {
  const std::string title = fmt::format("{} {}", index + 1, page.title);
  return progress.questions == 0
             ? title
             : fmt::format("{}: {} of {} right", title, progress.right, progress.questions);
}

void draw_part(Canvas& canvas, const Rect& part, const PageProgress& progress, bool is_shown) {
  if (progress.wrong > 0)
    canvas.hatch_rect(part, Role::costs, 3);
  else if (progress.questions > 0 && progress.right == progress.questions)
    canvas.fill_rect(part, Role::good, 2);
  canvas.stroke_rect(part, is_shown ? Role::ink : Role::waiting, is_shown ? 2.0f : 1.0f, 2);
}

// Returns the text of a link to a question, for example "4 Masks, question 2: answered wrong".
std::string again_words(const LessonPage& page, const QuestionResult& result) {
  const std::string which =
      page.questions.size() == 1 ? std::string() : fmt::format(", question {}", result.question + 1);
  return fmt::format("{} {}{}: {}", result.page + 1, page.title, which,
                     result.state == State::wrong ? "answered wrong" : "not answered");
}

}  // namespace

std::vector<PageProgress> progress_by_page(const std::vector<QuestionResult>& results, std::size_t pages) {
  std::vector<PageProgress> progress(pages);
  for (const QuestionResult& result : results) {
    PageProgress& page = progress[result.page];
    ++page.questions;
    page.right += result.state == State::right ? 1 : 0;
    page.wrong += result.state == State::wrong ? 1 : 0;
  }
  return progress;
}

std::string progress_text(const std::vector<QuestionResult>& results) {
  std::string text = fmt::format("{} of {} right", count_of(results, State::right), results.size());
  if (const auto wrong = count_of(results, State::wrong); wrong > 0) text += fmt::format(", {} wrong", wrong);
  if (const auto open = count_of(results, State::open); open > 0)
    text += fmt::format(", {} not answered", open);
  return text + ".";
}

void draw_progress(const Rect& strip, PanelContext& context) {
  Ui& ui = context.ui;
  const auto& pages = context.lessons.lesson()->lesson.pages;
  const auto progress = progress_by_page(context.lessons.results(), pages.size());
  const float pitch = strip.width / static_cast<float>(pages.size());
  const bool stops = std::exchange(ui.stops, false);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const Rect part{strip.x + pitch * static_cast<float>(i), strip.y, std::max(2.0f, pitch - 2),
                    strip.height};
    draw_part(ui.canvas, part, progress[i], i == context.lessons.page_index());
    if (ui.item(fmt::format("progress-{}", i + 1), part, page_words(pages[i], i, progress[i])).clicked)
      context.commands.edit([name = pages[i].name](AppState& state) { show_lesson_page(state, name); });
  }
  ui.stops = stops;
}

float draw_lesson_summary(const Rect& column, PanelContext& context) {
  constexpr float row_height = 30;
  Ui& ui = context.ui;
  const std::vector<QuestionResult> results = context.lessons.results();
  if (results.empty()) return column.y;
  const auto& pages = context.lessons.lesson()->lesson.pages;
  float y = column.y;
  ui.canvas.line({column.x, y}, {column.right(), y}, Role::line);
  ui.canvas.text({column.x, y + 10}, "Your answers", kTitle);
  y = ui.paragraph({column.x, y + 32, column.width, 60}, progress_text(results), kText) + 6;
  std::size_t listed = 0;
  for (const State state : {State::wrong, State::open})
    for (const QuestionResult& result : results) {
      if (result.state != state) continue;
      const Rect row{column.x, y, column.width, row_height};
      const TextStyle style{Font::text, Role::ink, Align::centre, 13};
      const std::string words = again_words(pages[result.page], result);
      if (ui.button(fmt::format("again-{}", ++listed), row, fit_text(ui.canvas, words, style, row.width - 20),
                    "Opens the page, which asks it again"))
        context.commands.edit(
            [name = pages[result.page].name](AppState& app) { show_lesson_page(app, name); });
      y += row_height + 6;
    }
  return y + 4;
}

}  // namespace lockstep::gui
