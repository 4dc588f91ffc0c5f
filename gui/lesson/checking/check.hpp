// Finds errors in a lesson before anybody reads it. Checks its text, links and pictures, runs its scenes, and
// checks that its questions have answers.
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
  // Runs a scene. The result is valid until the next call. An Error is the error of the run.
  Result<const Run*> run(const AppState& scene);
  Session& session() { return session_; }

 private:
  Session session_;
};

// Returns the moment that a page shows. This is the first of these moments that is specified: the page's
// `at`, the scene's moment (`position` or `after_row`), the moment of the first question about the run, and
// the start of the run (RunIndex::start).
Result<std::uint64_t> moment_of(const LessonPage& page, const AppState& scene, const Run& run,
                                const quiz::Quiz& quiz);

// A counter as text, for example "divergent branches" and "5".
struct CounterLine {
  std::string title, value;
};
// Functions from other folders that this folder needs (gui/app/lesson_tools.hpp).
struct LessonTools {
  ReadScene read;
  // Returns the counters that cards show.
  std::function<std::vector<CounterLine>(const sim::Counters& so_far, sim::LaneSchedule lanes)> counters{};
  PaintSvg paint_svg{};  // paints the SVG pictures of a lesson; empty: they are not drawn
  // Draws the scene of a page other than Step as an SVG of this width.
  std::function<Result<std::string>(const AppState& scene, float width)> draw_page{};
  // Draws a scene of the Lab as an SVG of this width. Parts of the scene are left out if it is higher
  // than `most_height`.
  std::function<Result<std::string>(const AppState& scene, float width, float most_height)> draw_lab{};
};
// Returns whether `word` in a `show:` line names the counter with this title.
bool names_counter(std::string_view word, std::string_view title);

// Returns the faults in the order of their places. Calls `show_page` with the number of each page, from 1,
// before the scene of the page is run.
std::vector<LessonFault> check_lesson(const LoadedLesson& lesson, const LessonTools& tools,
                                      const std::function<void(std::size_t)>& show_page = {});

}  // namespace lockstep::gui
