// A walk through a run that stops at questions. It stores positions and the next question, not the run;
// follow() returns how far the owner of the playhead may move. Nothing is drawn or simulated here.
#pragma once

#include <cstdint>
#include <optional>

#include "gui/questions/answer_draft.hpp"
#include "sim/quiz/question/question.hpp"

namespace lockstep::gui {

class QuestionWalk {
 public:
  enum class Phase : std::uint8_t {
    walking,   // to the next question, if there is one
    asking,    // a question is open, and the run does not move
    answered,  // the step is shown
  };

  // Starts the walk at `position` in a run of `size` moments.
  void begin(std::uint64_t size, std::uint64_t position);

  // The position from which to search for the next question; none: the question is known.
  std::optional<std::uint64_t> wanted() const { return is_known_ ? std::nullopt : std::optional(from_); }
  // Passes the next question at `from` or later; none: there is no further question.
  void offer(std::uint64_t from, std::optional<quiz::Question> question);
  // Requests other questions from now on. An open question stays open.
  void ask_others();

  // Requests to move the playhead to `position`; returns the allowed position. Opens a question
  // that is reached.
  std::uint64_t follow(std::uint64_t position);

  // The position that follow() returned last.
  std::uint64_t position() const { return last_; }
  Phase phase() const { return phase_; }
  bool asks() const { return phase_ == Phase::asking; }
  // The question that is open or was answered last; null while walking.
  const quiz::Question* question() const { return phase_ == Phase::walking ? nullptr : &draft_.question(); }
  AnswerDraft& draft() { return draft_; }
  const AnswerDraft& draft() const { return draft_; }
  // The verdict on the answered question.
  const quiz::AnswerVerdict& verdict() const { return verdict_; }
  // Whether the answer was shown instead of given.
  bool was_shown() const { return was_shown_; }
  // The position of the next question; none: there is none, or it is not known yet.
  std::optional<std::uint64_t> next_position() const;
  bool is_finished() const { return is_known_ && !next_; }
  // The number of questions that were opened in this round.
  std::uint64_t opened() const { return opened_; }
  // The number of times that the walk has restarted at the start of the run; each round asks other questions.
  std::uint64_t round() const { return round_; }

  // Each function returns the new position of the playhead. Call them only while a question is open.
  std::uint64_t answer(const quiz::Answer& given);
  std::uint64_t show();
  std::uint64_t skip();
  // Moves to the next question and opens it; for none see next_position().
  std::optional<std::uint64_t> go_on();

 private:
  std::uint64_t end_question();
  void open();

  std::uint64_t size_ = 0, from_ = 0, last_ = 0;
  Phase phase_ = Phase::walking;
  bool is_known_ = false;
  std::optional<quiz::Question> next_;  // its position is last_ or later
  AnswerDraft draft_;
  quiz::AnswerVerdict verdict_;
  bool was_shown_ = false;
  std::uint64_t round_ = 0, opened_ = 0;
};

// The position that shows the answer of a question. A question about the whole run or its end does not move
// the playhead there; the reason in the verdict explains the answer.
std::uint64_t shown_at(const quiz::Question& question, std::uint64_t size);

}  // namespace lockstep::gui
