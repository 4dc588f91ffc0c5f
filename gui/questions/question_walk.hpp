// A walk through a run that stops at questions. It knows positions and the next question, not the
// run: follow() tells the owner of the playhead how far to move. Nothing is drawn or computed here.
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
    asking,    // the run stands still
    answered,  // the step is shown
  };

  // Starts the walk in a run of `size` moments, at `position`.
  void begin(std::uint64_t size, std::uint64_t position);

  // From which position the next question is wanted; none: it is known.
  std::optional<std::uint64_t> wanted() const { return is_known_ ? std::nullopt : std::optional(from_); }
  // The next question at `from` or later; none: there is no more.
  void offer(std::uint64_t from, std::optional<quiz::Question> question);
  // Requests other questions from now on. An open question stays open.
  void ask_others();

  // The playhead wants to be at `position`: where it may be. Opens the question that it reaches.
  std::uint64_t follow(std::uint64_t position);

  // The position that follow() last allowed.
  std::uint64_t position() const { return last_; }
  Phase phase() const { return phase_; }
  bool asks() const { return phase_ == Phase::asking; }
  // The question that is open or was answered last; null while walking.
  const quiz::Question* question() const { return phase_ == Phase::walking ? nullptr : &draft_.question(); }
  AnswerDraft& draft() { return draft_; }
  const AnswerDraft& draft() const { return draft_; }
  // Of the answered question.
  const quiz::AnswerVerdict& verdict() const { return verdict_; }
  // The answer was shown, not given.
  bool was_shown() const { return was_shown_; }
  // Where the next question is asked; none: there is none, or it is not known yet.
  std::optional<std::uint64_t> next_position() const;
  bool is_finished() const { return is_known_ && !next_; }
  // How many questions this round has opened.
  std::uint64_t opened() const { return opened_; }
  // How often the walk has begun again, at the start of the run: other questions are asked then.
  std::uint64_t round() const { return round_; }

  // Each returns where the playhead goes. Only while asking.
  std::uint64_t answer(const quiz::Answer& given);
  std::uint64_t show();
  std::uint64_t skip();
  // To the next question, which opens; none: see next_position().
  std::optional<std::uint64_t> go_on();

 private:
  std::uint64_t end_question();
  void open();

  std::uint64_t size_ = 0, from_ = 0, last_ = 0;
  Phase phase_ = Phase::walking;
  bool is_known_ = false;
  std::optional<quiz::Question> next_;  // its position: at last_ or later
  AnswerDraft draft_;
  quiz::AnswerVerdict verdict_;
  bool was_shown_ = false;
  std::uint64_t round_ = 0, opened_ = 0;
};

// The position that shows the answer of a question. A question about the whole run, or about its end, does
// not take the walk there: its reason says it.
std::uint64_t shown_at(const quiz::Question& question, std::uint64_t size);

}  // namespace lockstep::gui
