#include "gui/talk/player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lockstep::gui {
namespace {

// Returns the playhead of the shown run, or of the two runs that are shown side by side.
std::optional<std::uint64_t>& playhead_of(AppState& state) {
  return state.tab == CompareChoice::kPage && state.compare.stepping ? state.compare.step : state.position;
}

}  // namespace

void TalkPlayer::open(Talk talk) {
  *this = {};
  talk_ = std::move(talk);
}

void TalkPlayer::change(Talk talk, std::size_t page) {
  talk_ = std::move(talk);
  left_at_.clear();
  page_ = talk_.pages.empty() ? 0 : std::min(page, talk_.pages.size() - 1);
  if (talk_.pages.empty()) running_ = false;
  texts_ = talk_.pages.empty() ? std::vector<TalkText>{} : texts_of(talk_.pages[page_]);
}

void TalkPlayer::read_again(Talk talk, std::size_t page, AppState& state) {
  if (!running_ || talk.pages.empty()) return;
  const AppState before = talk_.pages[page_].scene;
  const auto at = playhead_of(state);
  const bool answered = answered_;
  change(std::move(talk), page);
  show(page_, state);
  if (!(talk_.pages[page_].scene == before)) return;
  if (answered) reveal(state);
  playhead_of(state) = at;
}

const TalkPage* TalkPlayer::upcoming() const {
  return running_ && page_ + 1 < talk_.pages.size() ? &talk_.pages[page_ + 1] : nullptr;
}

std::string TalkPlayer::position(std::size_t page) const {
  if (!running_) return {};
  return talk_.number.empty() ? fmt::format("{} / {}", page + 1, talk_.pages.size()) : talk_.number;
}

void TalkPlayer::show(std::size_t page, AppState& state) {
  if (!running_) laid_aside_ = std::exchange(state.edited_texts, {});
  running_ = true;
  page_ = page;
  state = shown_page(talk_.pages[page], state);
  began_at_ = playhead_of(state);
  answered_ = false;
  completed_at_.reset();
  texts_ = texts_of(talk_.pages[page_]);
  if (const auto left = left_at_.find(page); left != left_at_.end()) {
    began_at_ = left->second.began;
    playhead_of(state) = left->second.at;
    if (left->second.answered && reveal(state)) playhead_of(state) = left->second.at;
    completed_at_ = left->second.completed_at;
  }
}

std::uint64_t TalkPlayer::answer_at() const { return talk_.pages[page_].answer_at.value_or(0); }

bool TalkPlayer::reveal(AppState& state) {
  const bool asks = std::ranges::any_of(texts_, &TalkText::is_answer);
  if (!running_ || answered_ || !asks) return false;
  answered_ = true;
  const TalkPage& page = talk_.pages[page_];
  state.show = page.scene.show;
  // If the playhead is already after this moment, it does not move.
  if (page.answer_at) state.position = std::max(*page.answer_at, state.position.value_or(0));
  return true;
}

bool TalkPlayer::conceal(AppState& state) {
  if (!running_ || !answered_) return false;
  answered_ = false;
  const TalkPage& page = talk_.pages[page_];
  if (page.asking) state.show = *page.asking;
  if (page.answer_at) state.position = began_at_;
  return true;
}

std::string TalkPlayer::text() const {
  std::string text;
  if (running_)
    for (const TalkText& part : texts_)
      if (shows(part)) text += (text.empty() ? "" : "\n\n") + part.markdown;
  return text;
}

void TalkPlayer::start(std::size_t page, AppState& state) {
  uncover();
  typed_.clear();
  if (talk_.pages.empty()) {
    state.presentation = true;
    return;
  }
  left_at_.clear();
  started_ = std::chrono::steady_clock::now();
  show(std::min(page, talk_.pages.size() - 1), state);
}

void TalkPlayer::remember(const PageSteps& steps) {
  if (running_) left_at_[page_] = {began_at_.value_or(steps.at), steps.at, answered_, completed_at_};
}

std::optional<std::uint64_t> TalkPlayer::complete_at(const PageSteps& steps) const {
  const TalkPage& page = talk_.pages[page_];
  if (!running_ || !page.completes || !steps.end) return std::nullopt;
  return std::min(*steps.end, page.complete_at.value_or(*steps.end));
}

std::optional<std::uint64_t> TalkPlayer::moment_before_answer(std::uint64_t at, std::uint64_t end) const {
  if (!running_) return std::nullopt;
  const TalkPage& page = talk_.pages[page_];
  const bool is_complete = completed_at_ && at == std::min(end, page.complete_at.value_or(end));
  const std::uint64_t before = is_complete ? *completed_at_ : at;
  if (answered_ && page.answer_at && before == *page.answer_at && began_at_) return began_at_;
  return is_complete ? completed_at_ : std::nullopt;
}

bool TalkPlayer::complete(AppState& state, const PageSteps& steps) {
  const auto whole = complete_at(steps);
  if (!whole || steps.at >= *whole) return false;
  completed_at_ = steps.at;
  state.position = whole;
  return true;
}

bool TalkPlayer::take_completion_back(AppState& state, const PageSteps& steps) {
  const auto before = std::exchange(completed_at_, std::nullopt);
  // The completion is not undone if a step back has already moved the playhead.
  const auto whole = complete_at(steps);
  if (!before || !whole || steps.at < *whole) return false;
  state.position = before;
  return true;
}

void TalkPlayer::turn(int by, AppState& state, const PageSteps& steps) {
  uncover();
  typed_.clear();
  if (!running_) return;
  const auto wanted = static_cast<std::ptrdiff_t>(page_) + by;
  if (wanted < 0 || wanted >= static_cast<std::ptrdiff_t>(talk_.pages.size())) return;
  remember(steps);
  // A page reached by turning forward starts at its first moment.
  if (by > 0) left_at_.erase(static_cast<std::size_t>(wanted));
  show(static_cast<std::size_t>(wanted), state);
}

void TalkPlayer::forward(AppState& state, const PageSteps& steps) {
  const bool covered = cover_ != Cover::none;
  uncover();
  typed_.clear();
  if (covered || reveal(state)) return;
  const bool steps_first = !running_ || talk_.pages[page_].steps;
  if (!steps_first) return complete(state, steps) ? void() : turn(1, state, steps);
  if (steps.next) {
    playhead_of(state) = steps.next;
  } else {
    turn(1, state, steps);
  }
}

void TalkPlayer::back(AppState& state, const PageSteps& steps) {
  const bool covered = cover_ != Cover::none;
  uncover();
  typed_.clear();
  if (covered || take_completion_back(state, steps)) return;
  const bool steps_first = !running_ || talk_.pages[page_].steps;
  const std::uint64_t began = std::max(began_at_.value_or(steps.at), answered_ ? answer_at() : 0);
  const bool at_begin = running_ && steps.at <= began;
  if (steps_first && !at_begin && steps.previous) {
    playhead_of(state) = running_ ? std::max(*steps.previous, began) : *steps.previous;
  } else if (!conceal(state)) {
    turn(-1, state, steps);
  }
}

void TalkPlayer::type_digit(unsigned digit) {
  constexpr std::size_t max_digits = 4;
  if (typed_.size() < max_digits && !(typed_.empty() && digit == 0)) typed_ += std::to_string(digit);
}

void TalkPlayer::erase_digit() {
  if (!typed_.empty()) typed_.pop_back();
}

std::optional<std::string> TalkPlayer::enter(AppState& state, const PageSteps& steps) {
  const std::string typed = std::exchange(typed_, {});
  if (typed.empty()) {
    forward(state, steps);
    return std::nullopt;
  }
  const std::size_t wanted = std::stoul(typed);
  if (!has_talk()) return "There is no page " + typed + ": no talk is open.";
  if (wanted > talk_.pages.size())
    return fmt::format("There is no page {}: the talk has {}.", wanted, talk_.pages.size());
  uncover();
  remember(steps);
  left_at_.erase(wanted - 1);
  show(wanted - 1, state);
  return std::nullopt;
}

void TalkPlayer::go_to(std::size_t page, AppState& state) {
  uncover();
  typed_.clear();
  if (!running_ || page >= talk_.pages.size()) return;
  remember({playhead_of(state).value_or(0)});
  left_at_.erase(page);
  show(page, state);
}

void TalkPlayer::leave(AppState& state) {
  if (cover_ != Cover::none || !typed_.empty()) {
    uncover();
    typed_.clear();
    return;
  }
  end(state);
}

void TalkPlayer::end(AppState& state) {
  uncover();
  typed_.clear();
  state.presentation = false;
  if (!std::exchange(running_, false)) return;
  state.edited_texts.merge(laid_aside_);
  laid_aside_.clear();
  if (talk_.tab.empty()) return;
  state.tab = talk_.tab;
  state.lesson.begun = false;
}

std::vector<AppState> TalkPlayer::likely_views(const AppState& state) const {
  std::vector<AppState> views;
  if (!running_) {
    // Before the talk is started with F5, only its first page is likely.
    if (has_talk()) views.push_back(shown_page(talk_.pages.front(), state));
    return views;
  }
  if (const TalkPage* next = upcoming()) views.push_back(shown_page(*next, state));
  if (page_ > 0) views.push_back(shown_page(talk_.pages[page_ - 1], state));
  return views;
}

}  // namespace lockstep::gui
