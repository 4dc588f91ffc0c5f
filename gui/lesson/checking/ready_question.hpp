// A question of a lesson that is ready to be asked: with the values of the run, its choices, and the right
// answer. Written questions and questions generated from the run (sim/quiz) have the same form.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/lesson/checking/values.hpp"
#include "gui/state/show.hpp"
#include "sim/quiz/quiz.hpp"

namespace lockstep::gui {

struct ReadyQuestion {
  // The form of the answer. choice: one of `choices`; several: any number of `choices`; number: a typed
  // number; items: lanes, warps or cells, as `asked` specifies.
  enum class Form : std::uint8_t { choice, several, number, items };
  Form form = Form::choice;
  LessonText text;
  std::vector<LessonText> choices, replies;  // replies: one for each choice, or empty
  std::vector<bool> right;                   // by choice
  std::string answer;                        // the right answer in words
  LessonText why;                            // may be empty
  double number = 0;
  std::optional<quiz::Question> asked;  // for a question generated from the run
};

// The chosen or typed answer.
struct GivenAnswer {
  std::vector<std::uint64_t> chosen;  // choices or items, ascending
  std::string typed;                  // for a number
  bool operator==(const GivenAnswer&) const = default;
};
struct AnswerVerdict {
  bool is_right = false;
  LessonText words;  // says why the answer is right or wrong
};

// Finds the question of an `ask:` line in the run. The line may name source lines by their
// code (sim/explain/moment_words.hpp).
Result<quiz::Question> asked_question(const LessonQuestion& question, const Run& run, const quiz::Quiz& quiz);
// Prepares a question. `moment`: later values in the question's text are not shown; choices, the answer and
// the reason use the whole run. `quiz`: the quiz of the same run; null: the page has no run. An Error says
// why the run has no such question.
Result<ReadyQuestion> ready_question(const LessonQuestion& question, const TextMoment& moment,
                                     const quiz::Quiz* quiz);
// Returns the answer that check_answer() judges as right.
GivenAnswer right_answer(const ReadyQuestion& question);
// Judges an answer. Returns an Error if the answer is empty, or if the typed text is not a number.
Result<AnswerVerdict> check_answer(const ReadyQuestion& question, const GivenAnswer& given);
// Returns `show` without the cards that would reveal an answer. `hides`: quiz::Hidden of the questions. The
// figure stays, because it can hide its labels.
Show without_answer(const Show& show, unsigned hides);
// Returns the name of an item that can be chosen, for example "5" or "scratch[2]".
std::string item_name(const ReadyQuestion& question, std::uint64_t item);

}  // namespace lockstep::gui
