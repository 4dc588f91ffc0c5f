// Predict mode: stops the run at questions about the next steps, judges the answers, and keeps the score.
// AppState::predict switches the mode on; update() does the work.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "gui/background_jobs/question_runner.hpp"
#include "gui/questions/level_rule.hpp"
#include "gui/questions/question_walk.hpp"
#include "gui/session/session.hpp"
#include "gui/user_data/prediction_scores.hpp"

namespace lockstep::gui {

class Prediction {
 public:
  using Clock = Session::Clock;

  // `scores`: the file that stores the scores; empty: they are not stored.
  explicit Prediction(std::string scores = {}, const JobHost& host = {})
      : scores_(std::move(scores)), questions_(host) {}

  // Stops the playhead at the next question. Call this once per frame, after keys and playing have
  // moved the playhead.
  void update(AppState& state, const Session& session, bool& playing, Clock::time_point now);
  // When update() must be called again even if nothing happens.
  std::optional<Clock::time_point> due() const;

  // Whether the mode is on and the run belongs to the shown text and settings.
  bool is_on() const { return trace_ != nullptr; }
  bool asks() const { return is_on() && walk_.asks(); }
  // The trace of the run; valid only while the mode is on.
  const sim::Trace& trace() const { return *trace_; }
  // The open question; null: no question is open.
  const quiz::Question* asked() const { return asks() ? walk_.question() : nullptr; }
  const QuestionWalk& walk() const { return walk_; }
  AnswerDraft& draft() { return walk_.draft(); }
  // The reason why the input is not an answer; empty if the input is an answer, and before any input.
  const std::string& complaint() const { return complaint_; }
  // The hint after a first wrong answer, while a second answer is expected.
  const std::string& hint() const { return hint_; }
  // Whether the search for the next question is still running.
  bool is_searching() const { return is_on() && walk_.wanted().has_value(); }

  // If a question is open, judges the given answer: after a first wrong answer a hint is shown, after a
  // second wrong answer the solution. If the question has been answered, goes to the next question, or after
  // the last question to the start of the run.
  void answer_or_go_on(AppState& state);
  void show(AppState& state);
  void skip(AppState& state);
  // Goes to the next question as soon as it has been found.
  void go_on(AppState& state);

  // The number of questions in this round that were answered, and answered right at the first try.
  struct Round {
    unsigned answered = 0, right = 0;
  };
  const Round& round() const { return this_round_; }
  const PredictionScore& score() const { return scores_.score(); }
  void forget() { scores_.forget(); }
  std::string take_remark() { return scores_.take_remark(); }

  // Blocks until no search for a question is running, or until `most` has elapsed.
  void wait(std::chrono::milliseconds most) { questions_.wait(most); }

 private:
  void begin(AppState& state, const Run& run);
  void end();
  void take_questions();
  std::uint64_t hold(std::uint64_t position, Clock::time_point now);
  void begin_again(AppState& state);
  void count(bool is_right, AppState& state);
  void move(AppState& state, std::uint64_t position) { state.position = position; }

  PredictionScores scores_;
  QuestionRunner questions_;
  QuestionWalk walk_;
  LevelRule level_rule_;
  std::shared_ptr<const sim::Trace> trace_;  // trace of the walk; null: the mode is off
  unsigned level_ = 1;                       // level of the next questions
  std::uint64_t first_seed_ = 1;
  Clock::time_point searched_since_{};  // start of the search for the next question
  std::optional<std::uint64_t> held_;   // where to move the playhead after the search
  bool goes_on_ = false;                // whether to go to the next question when it is found
  std::string complaint_, hint_;
  Round this_round_;
  std::vector<quiz::QuestionKind> again_;  // kinds that were answered wrongly: these are asked again first
};

}  // namespace lockstep::gui
