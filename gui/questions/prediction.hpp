// Predict mode: stops the run at questions about what comes next, judges the answers, and keeps the score.
// The state says whether it is on (AppState::predict); update() does the rest.
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

  // `scores`: the file that stores them; empty: nowhere.
  explicit Prediction(std::string scores = {}, const JobHost& host = {})
      : scores_(std::move(scores)), questions_(host) {}

  // Once a frame, when keys and playing have moved the playhead: stops it at the next question.
  void update(AppState& state, const Session& session, bool& playing, Clock::time_point now);
  // When update() must be called again even if nothing happens.
  std::optional<Clock::time_point> due() const;

  // The mode is on, and there is a run of the text and settings that are shown.
  bool is_on() const { return trace_ != nullptr; }
  bool asks() const { return is_on() && walk_.asks(); }
  // Of the run; only while the mode is on.
  const sim::Trace& trace() const { return *trace_; }
  // The question that is open; null: none is.
  const quiz::Question* asked() const { return asks() ? walk_.question() : nullptr; }
  const QuestionWalk& walk() const { return walk_; }
  AnswerDraft& draft() { return walk_.draft(); }
  // Why the input is not an answer; empty if it is, or before any input.
  const std::string& complaint() const { return complaint_; }
  // After a first wrong answer, while a second one is asked for.
  const std::string& hint() const { return hint_; }
  // The next question is not known yet.
  bool is_searching() const { return is_on() && walk_.wanted().has_value(); }

  // Answers with what was given so far: a first wrong answer gets a hint, the second one the solution. An
  // answered question gives way to the next one; after the last one they begin again.
  void answer_or_go_on(AppState& state);
  void show(AppState& state);
  void skip(AppState& state);
  // Goes to the next question, as soon as it is known.
  void go_on(AppState& state);

  // Of the questions since the run began, at the first try.
  struct Round {
    unsigned answered = 0, right = 0;
  };
  const Round& round() const { return this_round_; }
  const PredictionScore& score() const { return scores_.score(); }
  void forget() { scores_.forget(); }
  std::string take_remark() { return scores_.take_remark(); }

  // Blocks until no question is searched for or the time is over.
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
  std::shared_ptr<const sim::Trace> trace_;  // of the walk; null: none
  unsigned level_ = 1;                       // of the questions that are asked next
  std::uint64_t first_seed_ = 1;
  Clock::time_point searched_since_{};  // for the next question
  std::optional<std::uint64_t> held_;   // where the playhead goes as soon as that is known
  bool goes_on_ = false;                // to the next question, when it is known
  std::string complaint_, hint_;
  Round this_round_;
  std::vector<quiz::QuestionKind> again_;  // kinds that were answered wrong: they are asked again first
};

}  // namespace lockstep::gui
