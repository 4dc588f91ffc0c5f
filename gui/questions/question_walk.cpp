#include "gui/questions/question_walk.hpp"

#include <algorithm>
#include <utility>

namespace lockstep::gui {

std::uint64_t shown_at(const quiz::Question& question, std::uint64_t size) {
  if (question.about >= size) return question.position;
  const std::uint64_t at = question.reveal >= size ? question.about + 1 : question.reveal;
  return std::clamp(at, question.position, size);
}

void QuestionWalk::begin(std::uint64_t size, std::uint64_t position) {
  const std::uint64_t round = round_ + 1;
  *this = {};
  size_ = size;
  from_ = last_ = position;
  round_ = round;
}

void QuestionWalk::offer(std::uint64_t from, std::optional<quiz::Question> question) {
  if (is_known_ || from != from_) return;
  // The run has already moved past the question.
  if (question && question->position < last_ && phase_ == Phase::walking) {
    from_ = last_;
    return;
  }
  is_known_ = true;
  next_ = std::move(question);
  if (phase_ == Phase::walking && next_ && next_->position == last_) open();
}

void QuestionWalk::ask_others() {
  if (phase_ == Phase::asking) return;
  is_known_ = false;
  next_.reset();
  from_ = std::max(from_, last_);
}

void QuestionWalk::open() {
  draft_ = AnswerDraft(*next_);
  verdict_ = {};
  was_shown_ = false;
  phase_ = Phase::asking;
  ++opened_;
}

std::uint64_t QuestionWalk::follow(std::uint64_t position) {
  position = std::min(position, size_);
  const std::uint64_t before = std::exchange(last_, position);
  if (position == 0 && before > 0 && from_ > 0) {
    begin(size_, 0);
    return 0;
  }
  if (position == before && phase_ != Phase::walking) return position;
  if (phase_ == Phase::answered) phase_ = Phase::walking;
  if (!is_known_ || !next_) return position;
  if (position < next_->position) {
    phase_ = Phase::walking;
    return position;
  }
  last_ = next_->position;
  if (phase_ != Phase::asking) open();
  return last_;
}

std::optional<std::uint64_t> QuestionWalk::next_position() const {
  if (!is_known_ || !next_ || phase_ == Phase::asking) return std::nullopt;
  return next_->position;
}

std::uint64_t QuestionWalk::end_question() {
  const quiz::Question& question = draft_.question();
  phase_ = Phase::answered;
  is_known_ = false;
  next_.reset();
  last_ = shown_at(question, size_);
  from_ = std::max(last_, question.position + 1);
  return last_;
}

std::uint64_t QuestionWalk::answer(const quiz::Answer& given) {
  verdict_ = check(draft_.question(), given);
  return end_question();
}

std::uint64_t QuestionWalk::show() {
  verdict_ = check(draft_.question(), draft_.question().answer);
  was_shown_ = true;
  return end_question();
}

std::uint64_t QuestionWalk::skip() {
  const std::uint64_t position = draft_.question().position;
  end_question();
  phase_ = Phase::walking;
  last_ = position;
  return position;
}

std::optional<std::uint64_t> QuestionWalk::go_on() {
  const auto position = next_position();
  if (!position) return std::nullopt;
  last_ = *position;
  open();
  return position;
}

}  // namespace lockstep::gui
