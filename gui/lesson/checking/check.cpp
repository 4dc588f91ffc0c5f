#include "gui/lesson/checking/check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "core/base/files/inside_folder.hpp"
#include "core/base/text/text.hpp"
#include "gui/lesson/checking/ready_question.hpp"
#include "gui/lesson/checking/values.hpp"
#include "gui/lesson/reading/links.hpp"
#include "sim/explain/moment_words.hpp"

namespace lockstep::gui {
namespace {

using Form = LessonQuestion::Form;

bool is_picture(std::string_view file) { return file.ends_with(".svg") || file.ends_with(".png"); }

class Checker {
 public:
  Checker(const LoadedLesson& lesson, const LessonTools& tools) : lesson_(lesson), tools_(tools) {
    faults_ = lesson.faults;
  }

  std::vector<LessonFault> check(const std::function<void(std::size_t)>& show_page) {
    const auto scenes = lesson_scenes(lesson_, tools_.read, faults_);
    for (std::size_t i = 0; i < lesson_.lesson.pages.size(); ++i) {
      if (show_page) show_page(i + 1);
      check_page(lesson_.lesson.pages[i], scenes[i]);
    }
    std::ranges::stable_sort(faults_, [](const LessonFault& a, const LessonFault& b) {
      return a.place.line != b.place.line ? a.place.line < b.place.line : a.place.column < b.place.column;
    });
    const auto same = std::ranges::unique(faults_, [](const LessonFault& a, const LessonFault& b) {
      return a.place == b.place && a.what == b.what;
    });
    faults_.erase(same.begin(), same.end());
    return std::move(faults_);
  }

 private:
  void fault(LessonPlace place, std::string what, std::string cure = {}) {
    faults_.push_back({place, std::move(what), std::move(cure)});
  }

  void check_page(const LessonPage& page, const std::optional<AppState>& scene) {
    for_each_text(page, [&](const LessonText& text) { check_targets(text); });
    if (!page.scene) return check_without_scene(page);
    if (!scene) return;
    check_counters(page, *scene);
    const auto run = runs_.run(*scene);
    if (!run) return fault(page.scene->place, "The scene does not run: " + run.error().message);
    check_in_run(page, *scene, **run);
  }

  void check_targets(const LessonText& text) {
    for (const LessonInline& piece : text) {
      if (piece.kind == LessonInline::Kind::picture) check_picture(piece);
      if (!piece.is_link()) continue;
      if (const auto target = follow_link(lesson_, piece.target); !target)
        fault(piece.place, target.error().message);
    }
  }

  void check_picture(const LessonInline& picture) {
    if (!is_picture(picture.target))
      return fault(picture.place, fmt::format("{} is not a picture that can be shown.", picture.target),
                   "Save the picture as .svg or .png.");
    if (!lesson_.folder.is_built_in())
      if (const auto inside = path_inside(lesson_.folder.path, picture.target); !inside)
        return fault(picture.place, inside.error().message);
    if (!lesson_.folder.has(picture.target))
      fault(picture.place, fmt::format("The lesson's folder has no picture {}.", picture.target),
            "Put the file there, or correct the name.");
    else if (picture.target.ends_with(".png"))
      if (const auto read = read_picture(lesson_.folder, picture.target, {}); !read)
        fault(picture.place, fmt::format("{} cannot be shown: {}", picture.target, read.error().message));
    if (picture.text.empty())
      fault(picture.place, "The picture has no description for people who cannot see it.",
            "Write the description between the brackets: ![a tree of sums](tree.svg).");
  }

  void check_counters(const LessonPage& page, const AppState& scene) {
    if (!tools_.counters) return;
    sim::Counters some;
    some.constant_load_passes = 1;  // not 0, because this counter is otherwise not shown
    const std::vector<CounterLine> known = tools_.counters(some, sim::LaneSchedule::lockstep);
    for (const std::string& word : scene.show.counters) {
      const auto is_it = [&](const CounterLine& line) { return names_counter(word, line.title); };
      if (std::ranges::any_of(known, is_it)) continue;
      std::vector<std::string> words;
      for (const CounterLine& line : known) words.push_back(counter_word(line.title));
      fault(page.show ? page.show->place : page.scene->place,
            fmt::format("There is no counter \"{}\".", word),
            fmt::format("Write one of {}.", fmt::join(words, ", ")));
    }
  }

  void check_without_scene(const LessonPage& page) {
    if (page.show)
      fault(page.show->place, "\"show:\" needs a scene on the same page.",
            "Add a ```scene block, or remove the line.");
    if (page.at)
      fault(page.at->place, "\"at:\" needs a scene on the same page.",
            "Add a ```scene block, or remove the line.");
    for_each_text(page, [&](const LessonText& text) {
      for (const LessonInline& piece : text)
        if (has_values({piece}))
          fault(piece.place, "This page has no scene, so there is no run for the values in braces.",
                "Add a ```scene block, or write \\{ for a brace.");
    });
    for (const LessonQuestion& question : page.questions)
      if (question.form == Form::asked)
        fault(question.place, "\"ask:\" needs a scene on the same page.", "Add a ```scene block.");
      else if (const auto ready = ready_question(question, {}, nullptr); !ready)
        question_fault(question, ready.error().message);
  }

  void check_in_run(const LessonPage& page, const AppState& scene, const Run& run) {
    const quiz::Quiz quiz(run.trace, run.figures->combination());
    const auto position = moment_of(page, scene, run, quiz);
    if (!position) fault(page.at->place, position.error().message);
    const LabValues lab(scene);
    const TextMoment shown{&run, position.value_or(0), is_lab(scene) ? &lab : nullptr}, end = shown.at_end();
    for_each_text(page, [&](const LessonText& text) { with_values(text, end, &faults_); });
    if (page.note)
      if (const auto told = with_values(page.note->value, end); !told)
        fault(page.note->place, told.error().message, "Write \\{ for a literal brace.");
    for (const LessonQuestion& question : page.questions) check_question(question, shown, quiz);
  }

  void check_question(const LessonQuestion& question, const TextMoment& moment, const quiz::Quiz& quiz) {
    const auto ready = ready_question(question, moment, &quiz);
    if (!ready) return question_fault(question, ready.error().message);
    // Different choices may show the same value of the run.
    std::set<std::string> seen;
    for (std::size_t i = 0; i < ready->choices.size(); ++i)
      if (const std::string text = plain_text(ready->choices[i]); !seen.insert(text).second)
        fault(i < question.choices.size() ? question.choices[i].place : question.place,
              fmt::format("Two choices are \"{}\" in this run.", text), "Change one of these choices.");
  }

  // Reports a fault in a question. A message "column 9: …" refers to a column of the text after `ask:`.
  void question_fault(const LessonQuestion& question, std::string_view message) {
    LessonPlace place = question.place;
    constexpr std::string_view column = "column ";
    if (message.starts_with(column)) {
      std::uint32_t number = 1;
      const char* const begin = message.data() + column.size();
      const auto read = std::from_chars(begin, message.data() + message.size(), number);
      place.column += number - 1;
      message.remove_prefix(
          std::min(message.size(), static_cast<std::size_t>(read.ptr - message.data()) + 2));
    }
    fault(place, as_sentence(message));
  }

  const LoadedLesson& lesson_;
  const LessonTools& tools_;
  std::vector<LessonFault> faults_;
  PageRuns runs_;
};

}  // namespace

bool names_counter(std::string_view word, std::string_view title) {
  const std::string whole = counter_word(title);
  return whole == word || whole.starts_with(std::string(word) + "-");
}

Result<const Run*> PageRuns::run(const AppState& scene) {
  using Clock = Session::Clock;
  constexpr auto most = std::chrono::minutes(2);
  const Clock::time_point end = Clock::now() + most;
  // A scene may contain its own text of the kernel, whose run waits for a typing pause. The time passed below
  // is after this pause.
  auto now = Clock::now();
  do {
    session_.update(scene, now);
    session_.wait(most);
    now += std::chrono::seconds(1);
    session_.update(scene, now);
  } while (session_.status(scene) == Session::RunStatus::simulating && Clock::now() < end);
  if (session_.status(scene) == Session::RunStatus::failed && session_.failure())
    return failure(session_.failure()->message);
  if (session_.status(scene) != Session::RunStatus::current)
    return failure("The simulation takes longer than two minutes; choose a smaller n.");
  return session_.run();
}

Result<std::uint64_t> moment_of(const LessonPage& page, const AppState& scene, const Run& run,
                                const quiz::Quiz& quiz) {
  if (page.at) return sim::find_moment(*run.trace, page.at->value);
  if (!scene.position && !scene.after_row)
    for (const LessonQuestion& question : page.questions)
      if (question.form == Form::asked)
        if (const auto asked = asked_question(question, run, quiz)) return asked->position;
  return playhead(scene, run);
}

std::vector<LessonFault> check_lesson(const LoadedLesson& lesson, const LessonTools& tools,
                                      const std::function<void(std::size_t)>& show_page) {
  return Checker(lesson, tools).check(show_page);
}

}  // namespace lockstep::gui
