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
  // choice: one of `choices`; several: any number of them; number: a typed number; items: lanes, warps or
  // cells, as `asked` specifies.
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
  LessonText words;  // why the answer is right or wrong
};

// The question of an `ask:` line; lines may be named by their code (sim/explain/moment_words.hpp).
Result<quiz::Question> asked_question(const LessonQuestion& question, const Run& run, const quiz::Quiz& quiz);
// `moment`: limits the values in the question text; choices, the answer and the reason use the whole run. The
// Error says why the run has no such question. `quiz`: of the same run; null: the page has no run.
Result<ReadyQuestion> ready_question(const LessonQuestion& question, const TextMoment& moment,
                                     const quiz::Quiz* quiz);
// The answer that would be judged right.
GivenAnswer right_answer(const ReadyQuestion& question);
// An Error if the answer is empty or the text is not a number.
Result<AnswerVerdict> check_answer(const ReadyQuestion& question, const GivenAnswer& given);
// The cards without those that reveal an answer at this moment (quiz::Hidden of the question). The figure
// stays, because it can hide its labels.
Show without_answer(const Show& show, unsigned hides);
// The name of an item that can be chosen, for example "0 to 3, 8" or "scratch[2]".
std::string item_name(const ReadyQuestion& question, std::uint64_t item);

}  // namespace lockstep::gui
