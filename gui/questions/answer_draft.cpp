#include "gui/questions/answer_draft.hpp"

#include <algorithm>

namespace lockstep::gui {

namespace {

constexpr std::size_t kMaxTyped = 60;  // characters

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

std::string_view word_of_items(quiz::Form form) {
  return form == quiz::Form::lanes ? "lanes" : form == quiz::Form::warps ? "warps" : "cells";
}

}  // namespace

bool AnswerDraft::is_of_items() const {
  return question_.form == quiz::Form::lanes || question_.form == quiz::Form::warps ||
         question_.form == quiz::Form::cells;
}

bool AnswerDraft::has(std::uint64_t item) const { return std::ranges::binary_search(items_, item); }

void AnswerDraft::set(std::uint64_t item, bool chosen) {
  if (!is_of_items() || item >= question_.items) return;
  typed_.clear();
  cursor_ = item;
  if (chosen == has(item)) return;
  if (chosen && question_.is_single) items_.clear();
  if (chosen)
    items_.insert(std::ranges::lower_bound(items_, item), item);
  else
    std::erase(items_, item);
}

void AnswerDraft::set_range(std::uint64_t from, std::uint64_t to, bool chosen) {
  if (!question_.is_single)
    for (std::uint64_t item = std::min(from, to); item <= std::max(from, to); ++item) set(item, chosen);
  set(to, chosen);
}

std::string AnswerDraft::items_text() const {
  if (items_.empty()) return {};
  quiz::Answer answer;
  answer.items = items_;
  return answer_text(question_, answer);
}

void AnswerDraft::choose(std::size_t choice) {
  if (question_.form == quiz::Form::choice && choice < question_.choices.size()) choice_ = choice;
}

void AnswerDraft::move(int right, int down) {
  if (question_.form == quiz::Form::choice) {
    const auto count = static_cast<int>(question_.choices.size());
    const int by = right + down;
    if (count == 0 || by == 0) return;
    const int from = choice_ ? static_cast<int>(*choice_) : by > 0 ? -1 : count;
    choice_ = static_cast<std::size_t>(std::clamp(from + by, 0, count - 1));
    return;
  }
  if (!is_of_items() || question_.items == 0) return;
  if (!cursor_) {
    cursor_ = items_.empty() ? 0 : items_.front();
    return;
  }
  const auto last = static_cast<std::int64_t>(question_.items) - 1;
  const std::int64_t to =
      static_cast<std::int64_t>(*cursor_) + right + down * static_cast<std::int64_t>(columns_);
  if (to >= 0 && to <= last) cursor_ = static_cast<std::uint64_t>(to);
}

void AnswerDraft::extend(int right, int down) {
  const auto from = cursor_;
  move(right, down);
  if (is_of_items() && from && cursor_) set_range(*from, *cursor_, true);
}

void AnswerDraft::press() {
  if (!is_of_items()) return;
  // In a list of typed numbers, Space is a separator.
  if (!typed_.empty()) return type(' ');
  toggle(cursor_.value_or(0));
}

void AnswerDraft::type(char letter) {
  if (typed_.size() >= kMaxTyped) return;
  if (question_.form == quiz::Form::choice) {
    if (letter >= '1' && letter <= '9') choose(static_cast<std::size_t>(letter - '1'));
  } else if (question_.form == quiz::Form::number) {
    // On many keyboards, the decimal sign is a comma.
    const bool is_decimal_sign = letter == '.' || letter == ',';
    const bool fits = is_digit(letter) || (letter == '-' && typed_.empty()) ||
                      (is_decimal_sign && typed_.find_first_of(".,") == typed_.npos);
    if (fits) typed_ += letter;
  } else if (letter == 'a') {
    if (!is_of_items() || question_.is_single || question_.items == 0) return;
    set_range(0, question_.items - 1, true);
  } else if (is_digit(letter) || letter == '-' || letter == ',' || letter == ' ') {
    if (letter == ' ' && (typed_.empty() || !is_digit(typed_.back()))) return;
    typed_ += letter;
    take_typed();
  }
}

void AnswerDraft::erase() {
  if (typed_.empty()) {
    items_.clear();
    return;
  }
  typed_.pop_back();
  if (is_of_items()) take_typed();
}

void AnswerDraft::set_number(std::uint64_t number) {
  if (question_.form == quiz::Form::number) typed_ = std::to_string(number);
}

// Marks the typed items as soon as the text is complete.
void AnswerDraft::take_typed() {
  if (typed_.empty()) {
    items_.clear();
    return;
  }
  const auto parsed = parse_answer(question_, typed_);
  if (parsed && !(question_.is_single && parsed->items.size() > 1)) items_ = parsed->items;
}

Result<quiz::Answer> AnswerDraft::answer() const {
  quiz::Answer answer;
  if (question_.form == quiz::Form::choice) {
    if (!choice_)
      return usage_error("Choose an answer: 1 to " + std::to_string(question_.choices.size()) + ".");
    answer.choice = *choice_;
    return answer;
  }
  if (question_.form == quiz::Form::number) {
    if (typed_.empty()) return usage_error("Type a number.");
    return parse_answer(question_, typed_);
  }
  if (!typed_.empty()) {
    auto parsed = parse_answer(question_, typed_);
    if (parsed && question_.is_single && parsed->items.size() > 1)
      return usage_error(typed_ + ": enter a single element.");
    return parsed;
  }
  // An empty selection of warps is also an answer: no warp is waiting.
  if (items_.empty() && question_.form != quiz::Form::warps)
    return usage_error("Choose " + std::string(word_of_items(question_.form)) + ", or type them: 0-3,8.");
  answer.items = items_;
  return answer;
}

Result<quiz::Answer> parse_given(const quiz::Question& question, std::string_view text) {
  const bool of_items = AnswerDraft(question).is_of_items();
  std::string word(text);
  std::erase(word, ' ');
  if (!of_items || (word != "all" && word != "none")) return parse_answer(question, text);
  quiz::Answer answer;
  if (word == "all")
    for (std::uint64_t item = 0; item < question.items; ++item) answer.items.push_back(item);
  return answer;
}

}  // namespace lockstep::gui
