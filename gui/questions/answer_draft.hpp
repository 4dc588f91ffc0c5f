// What a person has given as the answer to a question so far: items that are chosen by clicks, by the
// keyboard's cursor or as typed numbers and ranges, a typed number, or one of several choices. Nothing is
// drawn here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/quiz/question/question.hpp"

namespace lockstep::gui {

class AnswerDraft {
 public:
  AnswerDraft() = default;
  explicit AnswerDraft(quiz::Question question) : question_(std::move(question)) {}

  const quiz::Question& question() const { return question_; }
  // Lanes, warps or cells are asked for.
  bool is_of_items() const;
  bool is_of_cells() const { return question_.form == quiz::Form::cells; }

  // Items, ascending. Where one item is asked for, another one replaces it. Items that there are not are left
  // out.
  const std::vector<std::uint64_t>& items() const { return items_; }
  bool has(std::uint64_t item) const;
  void set(std::uint64_t item, bool chosen);
  // All from one to the other, whichever is the larger; of a question for one item only the last.
  void set_range(std::uint64_t from, std::uint64_t to, bool chosen);
  void toggle(std::uint64_t item) { set(item, !has(item)); }
  // "scratch[0 to 3]"; empty: nothing is chosen.
  std::string items_text() const;

  const std::optional<std::size_t>& choice() const { return choice_; }
  void choose(std::size_t choice);

  // The keyboard's place: an item, in rows of `columns`, or a choice. None before the first key.
  const std::optional<std::uint64_t>& cursor() const { return cursor_; }
  void set_columns(std::uint64_t columns) { columns_ = columns == 0 ? 1 : columns; }
  void move(int right, int down);
  // The same, and the items on the way are chosen.
  void extend(int right, int down);
  // Chooses the item at the cursor, or takes it back.
  void press();

  // A number, or items as in "0-3, 8" or "a" for all, letter by letter; what means nothing here is ignored.
  const std::string& typed() const { return typed_; }
  void type(char letter);
  void erase();
  // A number in place of what was typed.
  void set_number(std::uint64_t number);

  // An Error says what is missing, or what is wrong with the typed text.
  Result<quiz::Answer> answer() const;

 private:
  void take_typed();

  quiz::Question question_;
  std::vector<std::uint64_t> items_;
  std::optional<std::size_t> choice_;
  std::optional<std::uint64_t> cursor_;
  std::uint64_t columns_ = 8;
  std::string typed_;
};

// What is typed as an answer: also "all" and "none", where items are asked for.
Result<quiz::Answer> parse_given(const quiz::Question& question, std::string_view text);

}  // namespace lockstep::gui
