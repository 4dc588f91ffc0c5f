// A walk through a run that stops at questions. It stores positions and the next question, not the run;
// follow() returns how far the owner of the playhead may move. This class neither draws nor simulates.
#pragma once

#include <cstdint>
#include <optional>

#include "gui/questions/answer_draft.hpp"
#include "sim/quiz/question/question.hpp"

namespace lockstep::gui {

class QuestionWalk {
 public:
  enum class Phase : std::uint8_t {
    walking,   // the run may move up to the next question, if there is one
    asking,    // a question is open, and the run does not move
    answered,  // the question has been answered
  };

  // Starts the walk at `position` in a run of `size` moments.
  void begin(std::uint64_t size, std::uint64_t position);

  // Returns the position from which to search for the next question; none if the result of the
  // search is known.
  std::optional<std::uint64_t> wanted() const { return is_known_ ? std::nullopt : std::optional(from_); }
  // Passes the result of a search: the next question at `from` or later, or none if there is no
  // further question.
  void offer(std::uint64_t from, std::optional<quiz::Question> question);
  // Requests that the following questions are searched for again. An open question stays open.
  void ask_others();

  // Requests to move the playhead to `position`, and returns the position to which it may move. Opens the
  // next question if the playhead reaches it.
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
  // Returns the position of the next question; none if there is no further question, or if the question
  // is not known yet.
  std::optional<std::uint64_t> next_position() const;
  bool is_finished() const { return is_known_ && !next_; }
  // The number of questions that were opened in this round.
  std::uint64_t opened() const { return opened_; }
  // The number of times that the walk has restarted at the start of the run. Each round asks
  // different questions.
  std::uint64_t round() const { return round_; }

  // Each function returns the new position of the playhead. Call them only while a question is open.
  std::uint64_t answer(const quiz::Answer& given);
  std::uint64_t show();
  std::uint64_t skip();
  // Opens the next question and returns its position. Returns none in the same cases as next_position().
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

// Returns the position that shows the answer to a question. For a question about the whole run or its end,
// returns the position of the question, so that the playhead does not move. The reason in the verdict then
// explains the answer.
std::uint64_t shown_at(const quiz::Question& question, std::uint64_t size);

}  // namespace lockstep::gui
