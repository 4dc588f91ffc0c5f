// The answer to a question so far: items chosen by clicks, with the keyboard's cursor or as typed numbers and
// ranges; a typed number; or one of several choices. This class draws nothing.
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
  // Whether the question asks for lanes, warps or cells.
  bool is_of_items() const;
  bool is_of_cells() const { return question_.form == quiz::Form::cells; }

  // The chosen items in ascending order. If the question asks for one item, a new item replaces the old one.
  // Items that do not exist are ignored.
  const std::vector<std::uint64_t>& items() const { return items_; }
  bool has(std::uint64_t item) const;
  void set(std::uint64_t item, bool chosen);
  // Chooses all items from `from` to `to`, or removes them from the answer; `from` may be greater than `to`.
  // For a question about one item, only `to` is changed.
  void set_range(std::uint64_t from, std::uint64_t to, bool chosen);
  void toggle(std::uint64_t item) { set(item, !has(item)); }
  // Returns the chosen items as a text, for example "scratch[0 to 3]"; empty if no item is chosen.
  std::string items_text() const;

  const std::optional<std::size_t>& choice() const { return choice_; }
  void choose(std::size_t choice);

  // The cursor that arrow keys move: an item, in a grid with `columns` columns, or a choice. None
  // before the first key.
  const std::optional<std::uint64_t>& cursor() const { return cursor_; }
  void set_columns(std::uint64_t columns) { columns_ = columns == 0 ? 1 : columns; }
  void move(int right, int down);
  // Moves the cursor and chooses all items that the cursor passes.
  void extend(int right, int down);
  // Chooses the item at the cursor, or removes it from the answer.
  void press();

  // The typed text: a number, a list of items such as "0-3, 8", or "a" for all items. Invalid
  // characters are ignored.
  const std::string& typed() const { return typed_; }
  void type(char letter);
  void erase();
  // Replaces the typed text by a number.
  void set_number(std::uint64_t number);

  // Returns the answer. An Error says what is missing, or what is wrong with the typed text.
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

// Parses an answer. For questions about items, "all" and "none" are also allowed.
Result<quiz::Answer> parse_given(const quiz::Question& question, std::string_view text);

}  // namespace lockstep::gui
