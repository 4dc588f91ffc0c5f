// Everything that can be wrong with a lesson, found before somebody reads it: its text, links and pictures,
// its scenes, which run, and its questions, which must have answers.
#pragma once

#include <functional>
#include <vector>

#include "gui/lesson/reading/pictures.hpp"
#include "gui/lesson/reading/scenes.hpp"
#include "gui/session/session.hpp"
#include "sim/quiz/quiz.hpp"

namespace lockstep::gui {

// Runs scenes one after another, and waits for each.
class PageRuns {
 public:
  // `kernel_dir`: read kernels from this folder; empty: those that are built in.
  explicit PageRuns(const std::string& kernel_dir = {}) : session_(kernel_dir) {}
  // The run of a scene; valid until the next call. The Error is that of the run.
  Result<const Run*> run(const AppState& scene);
  Session& session() { return session_; }

 private:
  Session session_;
};

// The moment that a page shows: its `at`, else that of the scene (`position`, `after_row`), else that of its
// first question about the run, else the one that the run suggests.
Result<std::uint64_t> moment_of(const LessonPage& page, const AppState& scene, const Run& run,
                                const quiz::Quiz& quiz);

// "divergent branches", "5".
struct CounterLine {
  std::string title, value;
};
// What this room needs of those that come after it (gui/app/lesson_tools.hpp).
struct LessonTools {
  ReadScene read;
  // The counters that cards show.
  std::function<std::vector<CounterLine>(const sim::Counters& so_far, sim::LaneSchedule lanes)> counters{};
  PaintSvg paint_svg{};  // empty: pictures of a lesson in SVG are not drawn
  // What a scene of another page than Step shows, as SVG of this width.
  std::function<Result<std::string>(const AppState& scene, float width)> draw_page{};
  // Likewise a scene of the Lab, at most this high where it can leave something out.
  std::function<Result<std::string>(const AppState& scene, float width, float most_height)> draw_lab{};
};
// Whether `word` of a show line means the counter with this title.
bool names_counter(std::string_view word, std::string_view title);

// By place. `show_page` is called with each page's number from 1 before it is run.
std::vector<LessonFault> check_lesson(const LoadedLesson& lesson, const LessonTools& tools,
                                      const std::function<void(std::size_t)>& show_page = {});

}  // namespace lockstep::gui
