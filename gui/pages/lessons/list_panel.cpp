// The panel with all lessons, and with the reader's progress in each lesson.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/base/features.hpp"
#include "core/base/files/directories.hpp"
#include "core/base/text/text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/pages/lessons/page.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {
namespace {

constexpr float kListWidth = 860, kBegin = 104, kLessonLine = 1.35f;
constexpr double kLookAgain = 2;  // seconds between two checks of the folders

// Replaces the user's home folder by "~".
std::string from_home(std::string path) {
  const std::string home = home_directory();
  if (!home.empty() && path.starts_with(home + "/")) path.replace(0, home.size(), "~");
  return path;
}

class LessonListPanel final : public Panel {
 public:
  std::string_view help() const override { return "All lessons, and how far you have come in each."; }

  void draw(const Rect& card, PanelContext& context) override {
    context.ui.card(card);
    look(context.ui.seconds());
    const Rect content = inside(card);
    const float width = std::min(content.width - 8, kListWidth);
    const float x = content.x + (content.width - width) / 2;
    float y = scroll_.begin(context.ui, content);
    const TextStyle title{Font::text_bold, Role::ink, Align::left, 20};
    context.ui.canvas.text({x, y}, "Lessons", title);
    y = context.ui.paragraph({x, y + 32, width, 60},
                             "Each page asks before it shows. Your answers stay on this machine.", kQuiet) +
        12;
    for (const LoadedLesson& lesson : lessons_) y = draw_lesson({x, y, width, 0}, lesson, context) + 10;
    y = context.ui.paragraph(
        {x, y + 8, width, 80},
        fmt::format("Your own lessons: folders in {}/lessons with a file lesson.md, or any such file that "
                    "you open (Ctrl+O). The window follows the file while you write it; {} lesson check "
                    "FOLDER lists its mistakes.",
                    from_home(data_directory()), own_command()),
        kQuiet);
    scroll_.end(context.ui, y + 8);
  }

 private:
  // Reads the list of lessons again from time to time, so that new lessons in the folders
  // appear automatically.
  void look(double now) {
    if (!lessons_.empty() && now - looked_at_ < kLookAgain) return;
    looked_at_ = now;
    lessons_.clear();
    for (const LessonFolder& folder : lesson_folders())
      if (auto loaded = load_lesson(folder)) lessons_.push_back(std::move(*loaded));
  }

  // Returns the reader's answers as text, for example "3 of 12 answers right, 1 wrong".
  static std::string answered_words(const Lesson& lesson, const LessonProgress& progress) {
    std::size_t questions = 0;
    for (const LessonPage& page : lesson.pages) questions += page.questions.size();
    const std::size_t right = progress.right_answers(), answered = progress.answers.size();
    std::string words =
        fmt::format("{} of {} right", std::min(right, questions), plural(questions, "answer"));
    if (answered > right) words += fmt::format(", {} wrong", answered - right);
    return words;
  }

  static std::string facts(const LoadedLesson& loaded, const LessonProgress& progress) {
    const Lesson& lesson = loaded.lesson;
    std::string words = plural(lesson.pages.size(), "page");
    if (lesson.minutes > 0) words += fmt::format(" · {}", plural(lesson.minutes, "minute"));
    if (const std::size_t parts = parts_of(lesson).size(); parts > 1)
      words += fmt::format(" · {} of up to {} minutes", plural(parts, "part"), kPartMinutes);
    if (!progress.seen.empty()) {
      words += fmt::format(" · {} of {} seen", std::min(progress.seen.size(), lesson.pages.size()),
                           lesson.pages.size());
      words += " · " + answered_words(lesson, progress);
    }
    if (!loaded.folder.is_built_in()) words += " · " + loaded.folder.path;
    return words;
  }

  // Returns the durations with a class and for a single reader. The tooltip shows the complete text.
  static std::string needs(const Lesson& lesson) {
    std::string words;
    if (!lesson.with_class.empty()) words += "With a class: " + lesson.with_class;
    if (!lesson.alone.empty()) words += (words.empty() ? "" : " ") + ("Alone: " + lesson.alone);
    return words;
  }
  static std::string needs_in_lines(const Lesson& lesson) {
    std::string words = needs(lesson);
    std::size_t number = 0;
    for (const LessonPart& part : parts_of(lesson))
      words += fmt::format("\nPart {}: {} ({})", ++number, part.title, pages_text(part));
    return words;
  }

  struct Text {
    std::string words;
    TextStyle style;
    float gap = 0;  // px, above the text
  };
  // Returns the texts of a lesson in the list. The durations are not truncated, because lecturers need them
  // to decide whether to use the lesson.
  static std::vector<Text> texts_of(const LoadedLesson& loaded, const LessonProgress& progress) {
    const TextStyle title{Font::text_bold, Role::ink, Align::left, 15};
    std::vector<Text> texts{{loaded.lesson.title, title, 0},
                            {loaded.lesson.summary, kText, 3},
                            {facts(loaded, progress), kQuiet, 5},
                            {needs(loaded.lesson), kQuiet, 3}};
    std::erase_if(texts, [](const Text& text) { return text.words.empty(); });
    return texts;
  }

  // Draws a lesson of the list. Returns the y below it.
  static float draw_lesson(const Rect& place, const LoadedLesson& loaded, PanelContext& context) {
    Ui& ui = context.ui;
    const std::string id = loaded.folder.id();
    const LessonProgress& progress = context.lessons.progress(id);
    const bool begun = !progress.seen.empty();
    const float x = place.x + 16, room = place.width - kBegin - 56;
    float y = place.y + 10;
    for (const Text& text : texts_of(loaded, progress)) {
      y += text.gap;
      const auto lines = static_cast<float>(wrap_text(ui.canvas, text.words, text.style, room).size());
      const float height = lines * kLessonLine * text.style.size;
      ui.paragraph({x, y, room, height}, text.words, text.style, kLessonLine);
      y += height;
    }
    if (const std::string words = needs_in_lines(loaded.lesson); !words.empty())
      ui.hint("needs " + id, {x, place.y + 34, room, y - place.y - 34}, words);
    const Rect row{place.x, place.y, place.width, y + 8 - place.y};
    ui.canvas.stroke_rect(row, Role::line, 1, 8);
    const Rect button{row.right() - kBegin - 16, row.centre().y - 16, kBegin, 32};
    if (ui.button("lesson " + id, button, begun ? "Continue" : "Begin",
                  begun ? "Opens the page where you left the lesson" : "Opens the first page", true))
      context.commands.edit([id](AppState& state) { open_lesson(state, id); });
    return row.bottom();
  }

  ScrollArea scroll_;
  std::vector<LoadedLesson> lessons_;
  double looked_at_ = 0;
};

}  // namespace

std::unique_ptr<Panel> make_lesson_list_panel() { return std::make_unique<LessonListPanel>(); }

}  // namespace lockstep::gui
