#include "gui/questions/prediction.hpp"

#include <algorithm>

#include "gui/questions/hint.hpp"

namespace lockstep::gui {
namespace {

// A question is usually found within a few milliseconds. The playhead waits at most this long for
// the next question.
constexpr auto kMaxHold = std::chrono::milliseconds(500);

// Returns the name of the card on which the question is answered or best seen. This card comes to the front
// if several cards share a place.
std::string_view card_of(const quiz::Question& question) {
  if (question.kind == quiz::QuestionKind::bank) return "memory";
  return question.form == quiz::Form::cells ? "figure" : "lanes";
}

}  // namespace

// If no moment has been selected, the questions begin at the start of the run.
void Prediction::begin(AppState& state, const Run& run) {
  if (!state.position && !state.after_row) {
    move(state, 0);
    goes_on_ = true;
  }
  trace_ = run.trace;
  level_ = state.predict.level;
  // The seed gives different questions in each session. On a new computer, the first questions are
  // always the same.
  first_seed_ = scores_.score().answered();
  walk_.begin(run.trace->size(), playhead(state, run));
  this_round_ = {};
  again_.clear();
  complaint_.clear();
}

void Prediction::end() {
  if (!trace_) return;
  trace_.reset();
  held_.reset();
  questions_.want({});
}

void Prediction::take_questions() {
  for (FoundQuestion& found : questions_.take())
    if (found.request.trace == trace_) walk_.offer(found.request.from, std::move(found.question));
}

// Returns the position to which the playhead may move. While the next question is being searched for, the
// playhead waits.
std::uint64_t Prediction::hold(std::uint64_t position, Clock::time_point now) {
  const bool waits = walk_.wanted() && now - searched_since_ < kMaxHold;
  if (waits && position > walk_.position()) {
    held_ = std::max(position, held_.value_or(0));
    return walk_.position();
  }
  if (waits || !held_) return position;
  return std::max(position, *std::exchange(held_, std::nullopt));
}

std::optional<Prediction::Clock::time_point> Prediction::due() const {
  return held_ ? std::optional(searched_since_ + kMaxHold) : std::nullopt;
}

void Prediction::update(AppState& state, const Session& session, bool& playing, Clock::time_point now) {
  const bool is_current =
      state.predict.on && session.run() != nullptr && session.status(state) == Session::RunStatus::current;
  if (!is_current) {
    if (!state.predict.on) goes_on_ = false;
    return end();
  }
  const Run& run = *session.run();
  if (trace_ != run.trace) begin(state, run);
  if (level_ != state.predict.level) {
    level_ = state.predict.level;
    level_rule_.begin();
    walk_.ask_others();
  }
  const bool asked = walk_.asks();
  take_questions();
  const std::uint64_t position = playhead(state, run), wanted = hold(position, now);
  const std::uint64_t allowed = walk_.follow(wanted);
  if (allowed != position) move(state, allowed);
  if (allowed < wanted) playing = false;
  if (allowed < wanted && asked)
    complaint_ = "The next steps show the answer: answer first, or skip the question.";
  if (goes_on_) go_on(state);
  if (walk_.asks() && !asked) {
    playing = false;
    complaint_.clear();
    hint_.clear();
    bring_to_front(state, card_of(*walk_.question()));
    bring_to_front(state, "inspector");
  }
  if (const auto from = walk_.wanted())
    if (questions_.want({trace_, *from, level_, first_seed_ + walk_.round(), again_})) searched_since_ = now;
}

void Prediction::answer_or_go_on(AppState& state) {
  if (!is_on()) return;
  if (!walk_.asks()) return walk_.is_finished() ? begin_again(state) : go_on(state);
  const auto given = walk_.draft().answer();
  complaint_ = given ? "" : given.error().message;
  if (!given) return;
  const quiz::Question& question = *walk_.question();
  const bool is_right = quiz::check(question, *given).is_right, is_first = hint_.empty();
  if (is_first) count(is_right, state);
  if (!is_right && is_first && has_second_try(question)) {
    hint_ = hint_of(question, *given);
    return;
  }
  move(state, walk_.answer(*given));
  hint_.clear();
}

// Counts the first answer to a question: updates the score, the level, and the kinds to ask again.
void Prediction::count(bool is_right, AppState& state) {
  const quiz::QuestionKind kind = walk_.question()->kind;
  scores_.add(std::string(name(kind)), is_right);
  level_ = state.predict.level = level_rule_.after(is_right, state.predict.level);
  ++this_round_.answered;
  this_round_.right += is_right ? 1 : 0;
  std::erase(again_, kind);
  if (!is_right) again_.push_back(kind);
}

void Prediction::begin_again(AppState& state) {
  if (walk_.opened() == 0) return;
  move(state, 0);
  walk_.begin(trace_->size(), 0);
  this_round_ = {};
  goes_on_ = true;
}

void Prediction::show(AppState& state) {
  if (!asks()) return;
  const quiz::QuestionKind kind = walk_.question()->kind;
  std::erase(again_, kind);
  again_.push_back(kind);
  move(state, walk_.show());
  hint_.clear();
  complaint_.clear();
  scores_.end_streak();
}

void Prediction::skip(AppState& state) {
  if (!asks()) return;
  move(state, walk_.skip());
  hint_.clear();
  complaint_.clear();
  goes_on_ = true;
}

void Prediction::go_on(AppState& state) {
  goes_on_ = true;
  if (!is_on() || walk_.wanted()) return;
  goes_on_ = false;
  if (const auto position = walk_.go_on()) move(state, *position);
}

}  // namespace lockstep::gui
