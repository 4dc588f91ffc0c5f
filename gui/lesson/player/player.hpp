// The lesson that the window shows: its page, the page's scene in the window's state, its questions and what
// was answered. The state says which lesson and page (AppState::lesson); update() does the rest.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/lesson/checking/check.hpp"
#include "gui/lesson/checking/ready_question.hpp"
#include "gui/lesson/player/progress.hpp"
#include "gui/session/session.hpp"
#include "gui/talk/talk.hpp"
#include "gui/user_data/file_stamp.hpp"

namespace lockstep::gui {

// A question of the shown page, and what the reader did with it.
struct ShownQuestion {
  Result<ReadyQuestion> ready;  // an Error: why the run that is shown has no such question
  GivenAnswer given;
  std::optional<AnswerVerdict> verdict;  // of what was given; none: not answered yet
  std::string complaint;                 // why the input is not an answer
  unsigned wrong_tries = 0;              // since the page was opened
  bool is_solved = false;                // the solution is shown
  // A wrong answer gets a hint; until a right one, or the solution, nothing is given away.
  bool is_open() const { return ready && !is_solved && !(verdict && verdict->is_right); }
};

// How far the reader has come with a question: its page, and its number there from 0.
struct QuestionResult {
  enum class State : std::uint8_t { open, wrong, right };
  std::size_t page = 0, question = 0;
  State state = State::open;
};

class LessonPlayer {
 public:
  using Clock = std::chrono::steady_clock;

  // `progress`: the file that stores it; empty: nowhere.
  explicit LessonPlayer(ReadScene read, std::string progress = {}, PaintSvg paint_svg = {})
      : read_(std::move(read)), progress_(std::move(progress)), pictures_(std::move(paint_svg)) {}

  // Once a frame, before the session: opens the lesson that the state names, shows its page's scene, and
  // follows the file on disk. A sentence for the user when something happened that cannot be seen.
  std::optional<std::string> update(AppState& state, Clock::time_point now);
  // Once a frame, after the session: the page's moment, and its questions, as soon as its run is there.
  void follow_run(AppState& state, Session& session);
  // When update() must be called again even if nothing happens: to follow a file.
  std::optional<Clock::time_point> due() const;

  // Null: none is open, or it cannot be read: then error() says why.
  const LoadedLesson* lesson() const { return lesson_ ? &*lesson_ : nullptr; }
  const std::string& error() const { return error_; }
  // Mistakes that the lesson's text has: it is being written.
  const std::vector<LessonFault>& faults() const { return faults_; }
  // Of its folder; null: it cannot be shown.
  std::shared_ptr<const Picture> picture(const std::string& file) {
    return lesson_ ? pictures_.of(lesson_->folder, file) : nullptr;
  }
  std::size_t page_index() const { return page_; }
  const LessonPage* page() const { return lesson_ ? &lesson_->lesson.pages[page_] : nullptr; }
  // The page has a scene that runs.
  bool has_scene() const { return lesson_ && scenes_[page_].has_value(); }
  // The tab to which the page's scene belongs; empty: it has none.
  std::string_view scene_tab() const { return has_scene() ? std::string_view(scenes_[page_]->tab) : ""; }
  // The shown run is not that of the page: the reader has changed it.
  bool is_changed(const AppState& state) const;
  // It differs by nothing but the text: a document's own kernel in CUDA's terms.
  bool shows_listing(const AppState& state) const;
  // The moment of which the page's text speaks. Where the reader has changed the run, it is the last one of
  // the page's own run: text and questions stay about that.
  TextMoment moment(const AppState& state, const Session& session) const;

  // The cards beside the text: those that give away the answer of a question are hidden until it is answered,
  // or the reader steps on.
  Show shown_cards(const AppState& state, const Session& session) const;
  // quiz::Hidden of those questions.
  unsigned hides(const AppState& state, const Session& session) const;

  std::vector<ShownQuestion>& questions() { return questions_; }
  // A question of the shown page is open: what is to come is hidden.
  bool asks() const;
  // Answers a question with what was chosen or typed.
  void answer(std::size_t question);
  // Shows the solution in place of what was given.
  void solve(std::size_t question);
  // Of all questions of the lesson, in their order.
  std::vector<QuestionResult> results();
  // What has been done in a lesson.
  const LessonProgress& progress(const std::string& lesson_id) { return progress_.of(lesson_id); }

  std::string take_remark() { return progress_.take_remark(); }

  // The pages as a talk, for a presentation, with their questions. The scenes run here, to find their
  // moments.
  Talk talk() const;

 private:
  void open(AppState& state);
  void read_again(const LoadedLesson& loaded);
  std::optional<std::string> follow_file(AppState& state, Clock::time_point now);
  // A sentence when the lesson has no such page; another one is shown then.
  std::optional<std::string> find_page_of(AppState& state);
  void show_scene(AppState& state);
  void follow_changed_run(AppState& state, const Session& session);
  void make_questions(const AppState& state, const Session& session);
  std::string question_key(std::size_t question) const;
  // The run of the page's scene, which is run again for the text; null: it does not run.
  const Run* own_run() const;

  ReadScene read_;
  ProgressFile progress_;
  LessonPictures pictures_;
  std::string id_;  // of the open lesson, as the state names it; empty: none
  std::optional<LoadedLesson> lesson_;
  std::vector<LessonFault> faults_;
  std::vector<std::optional<AppState>> scenes_;
  std::optional<LabValues> lab_;  // of the shown page
  std::string error_;
  std::size_t page_ = 0;
  std::vector<ShownQuestion> questions_;
  std::shared_ptr<const sim::Trace> asked_of_;  // whose questions those are
  std::string asked_on_;                        // name of the page
  bool wants_moment_ = false;                   // the playhead is to be set as soon as the run is there
  std::uint64_t own_position_ = 0;              // of the page's run, where the reader saw it last
  mutable std::unique_ptr<PageRuns> own_runs_;  // holds own_run_
  mutable const Run* own_run_ = nullptr;
  FileStamp stamp_{};
  Clock::time_point looked_at_{};
};

// Opens a lesson at a page (empty: where the reader left it, else the first), and shows its tab.
void open_lesson(AppState& state, const std::string& id, const std::string& page = {});
// The lesson is closed; its last scene stays, and the reader's own edits come back.
void close_lesson(AppState& state);

}  // namespace lockstep::gui
