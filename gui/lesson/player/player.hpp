// Shows a lesson in the window: the page, the page's scene in the window's state, the questions and the
// answers. The state selects the lesson and the page (AppState::lesson); update() does the work.
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

// A question of the shown page, and the reader's answer to it.
struct ShownQuestion {
  Result<ReadyQuestion> ready;  // an Error says why the shown run has no such question
  GivenAnswer given;
  std::optional<AnswerVerdict> verdict;  // verdict on the given answer; none: not answered yet
  std::string complaint;                 // why the input is not an answer
  unsigned wrong_tries = 0;              // number of wrong answers since the page was opened
  bool is_solved = false;                // whether the solution is shown
  // Whether the answer must be hidden. A wrong answer gets a hint; the question stays open until the right
  // answer or the solution.
  bool is_open() const { return ready && !is_solved && !(verdict && verdict->is_right); }
};

// The reader's progress with a question: its page, and its number on the page, from 0.
struct QuestionResult {
  enum class State : std::uint8_t { open, wrong, right };
  std::size_t page = 0, question = 0;
  State state = State::open;
};

class LessonPlayer {
 public:
  using Clock = std::chrono::steady_clock;

  // `progress`: the file that stores the progress; empty: it is not stored.
  explicit LessonPlayer(ReadScene read, std::string progress = {}, PaintSvg paint_svg = {})
      : read_(std::move(read)), progress_(std::move(progress)), pictures_(std::move(paint_svg)) {}

  // Opens the lesson that the state names, shows the scene of the page, and reads the lesson again if its
  // file has changed. Call this once per frame, before Session::update(). Returns a sentence for the user
  // about an event that is not visible.
  std::optional<std::string> update(AppState& state, Clock::time_point now);
  // Sets the page's moment and its questions as soon as the run is ready. Call this once per frame,
  // after Session::update().
  void follow_run(AppState& state, Session& session);
  // When update() must be called again to check the file, even if nothing happens.
  std::optional<Clock::time_point> due() const;

  // The open lesson. Null if no lesson is open, or if the lesson cannot be read; error() says why.
  const LoadedLesson* lesson() const { return lesson_ ? &*lesson_ : nullptr; }
  const std::string& error() const { return error_; }
  // Errors in the lesson's text, for its author.
  const std::vector<LessonFault>& faults() const { return faults_; }
  // A picture in the lesson's folder; null: it cannot be shown.
  std::shared_ptr<const Picture> picture(const std::string& file) {
    return lesson_ ? pictures_.of(lesson_->folder, file) : nullptr;
  }
  std::size_t page_index() const { return page_; }
  const LessonPage* page() const { return lesson_ ? &lesson_->lesson.pages[page_] : nullptr; }
  // Whether the page has a scene that runs.
  bool has_scene() const { return lesson_ && scenes_[page_].has_value(); }
  // The tab to which the page's scene belongs; empty: the page has no scene.
  std::string_view scene_tab() const { return has_scene() ? std::string_view(scenes_[page_]->tab) : ""; }
  // Whether the reader has changed the run, so that it is not the run of the page.
  bool is_changed(const AppState& state) const;
  // Whether the run differs from the page's run only in the text, because the document's own kernel is
  // shown in CUDA terms.
  bool shows_listing(const AppState& state) const;
  // The moment to which the page's text refers. If the reader has changed the run, returns the last moment of
  // the page's own run that was shown, because text and questions refer to the page's own run.
  TextMoment moment(const AppState& state, const Session& session) const;

  // The cards beside the text. Cards that reveal the answer to a question are hidden until it is answered, or
  // until the reader steps forward.
  Show shown_cards(const AppState& state, const Session& session) const;
  // The contents that must be hidden because of the open questions (quiz::Hidden).
  unsigned hides(const AppState& state, const Session& session) const;

  std::vector<ShownQuestion>& questions() { return questions_; }
  // Whether a question of the shown page is open, so that later steps are hidden.
  bool asks() const;
  // Answers a question with the chosen or typed answer.
  void answer(std::size_t question);
  // Shows the solution instead of the given answer.
  void solve(std::size_t question);
  // The results of all questions of the lesson, in order.
  std::vector<QuestionResult> results();
  // The reader's progress in a lesson.
  const LessonProgress& progress(const std::string& lesson_id) { return progress_.of(lesson_id); }

  std::string take_remark() { return progress_.take_remark(); }

  // Makes a talk of the pages with their questions, for a presentation. Runs the scenes to
  // find their moments.
  Talk talk() const;

 private:
  void open(AppState& state);
  void read_again(const LoadedLesson& loaded);
  std::optional<std::string> follow_file(AppState& state, Clock::time_point now);
  // Finds the page that the state names. If the lesson has no such page, selects another page and
  // returns a sentence.
  std::optional<std::string> find_page_of(AppState& state);
  void show_scene(AppState& state);
  void note_page();
  void follow_changed_run(AppState& state, const Session& session);
  void make_questions(const AppState& state, const Session& session);
  std::string question_key(std::size_t question) const;
  // The run of the page's scene, which is made a second time for the text; null if the scene does not run.
  const Run* own_run() const;

  ReadScene read_;
  ProgressFile progress_;
  LessonPictures pictures_;
  std::string id_;  // id of the open lesson, as in the state; empty: none
  std::optional<LoadedLesson> lesson_;
  std::vector<LessonFault> faults_;
  std::vector<std::optional<AppState>> scenes_;
  std::optional<LabValues> lab_;  // values for the shown page
  std::string error_;
  std::size_t page_ = 0;
  std::string noted_page_;  // name of the page that was stored as seen last
  std::vector<ShownQuestion> questions_;
  std::shared_ptr<const sim::Trace> asked_of_;  // the trace of the questions
  std::string asked_on_;                        // name of their page
  bool wants_moment_ = false;                   // whether to set the playhead as soon as the run is ready
  std::uint64_t own_position_ = 0;              // last position of the reader in the page's run
  mutable std::unique_ptr<PageRuns> own_runs_;  // owns own_run_
  mutable const Run* own_run_ = nullptr;
  FileStamp stamp_{};
  Clock::time_point looked_at_{};
};

// Opens a lesson at a page and shows the tab of lessons. If `page` is empty, opens the page where the reader
// stopped, or the first page.
void open_lesson(AppState& state, const std::string& id, const std::string& page = {});
// Closes the lesson. The last scene of the lesson stays, and the user's own edits are restored.
void close_lesson(AppState& state);

}  // namespace lockstep::gui
