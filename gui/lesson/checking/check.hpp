// Finds errors in a lesson before it is read: in its text, links and pictures, in its scenes, which are run,
// and in its questions, which must have answers.
#pragma once

#include <functional>
#include <vector>

#include "gui/lesson/reading/pictures.hpp"
#include "gui/lesson/reading/scenes.hpp"
#include "gui/session/session.hpp"
#include "sim/quiz/quiz.hpp"

namespace lockstep::gui {

// Runs scenes one after another, and waits for each run.
class PageRuns {
 public:
  // `kernel_dir`: read kernels from this folder; empty: the embedded kernels.
  explicit PageRuns(const std::string& kernel_dir = {}) : session_(kernel_dir) {}
  // The run of a scene; valid until the next call. The Error is the error of the run.
  Result<const Run*> run(const AppState& scene);
  Session& session() { return session_; }

 private:
  Session session_;
};

// The moment that a page shows. It is the first of these that exists: the page's `at`, the
// scene's moment (`position`, `after_row`), the moment of the first question about the run, and
// the moment that the run suggests.
Result<std::uint64_t> moment_of(const LessonPage& page, const AppState& scene, const Run& run,
                                const quiz::Quiz& quiz);

// For example "divergent branches" and "5".
struct CounterLine {
  std::string title, value;
};
// Functions from other folders that this folder needs (gui/app/lesson_tools.hpp).
struct LessonTools {
  ReadScene read;
  // The counters that cards show.
  std::function<std::vector<CounterLine>(const sim::Counters& so_far, sim::LaneSchedule lanes)> counters{};
  PaintSvg paint_svg{};  // empty: SVG pictures of a lesson are not drawn
  // Draws the scene of a page other than Step as an SVG of this width.
  std::function<Result<std::string>(const AppState& scene, float width)> draw_page{};
  // Does the same for a scene of the Lab. The height is limited if parts of the scene can be left out.
  std::function<Result<std::string>(const AppState& scene, float width, float most_height)> draw_lab{};
};
// Whether `word` in a `show:` line names the counter with this title.
bool names_counter(std::string_view word, std::string_view title);

// Faults in the order of their places. Calls `show_page` with the number of each page, from 1,
// before it is run.
std::vector<LessonFault> check_lesson(const LoadedLesson& lesson, const LessonTools& tools,
                                      const std::function<void(std::size_t)>& show_page = {});

}  // namespace lockstep::gui
