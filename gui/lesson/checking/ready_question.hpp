// A question of a lesson as it is asked: with the values of the run, its choices, and what is right.
// Questions that are written and those that are made from the run (sim/quiz) look the same from here on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/lesson/checking/values.hpp"
#include "gui/state/show.hpp"
#include "sim/quiz/quiz.hpp"

namespace lockstep::gui {

struct ReadyQuestion {
  // choice: one of `choices`; several: any of them; number: a number is typed; items: lanes, warps or cells
  // are chosen, which `asked` says.
  enum class Form : std::uint8_t { choice, several, number, items };
  Form form = Form::choice;
  LessonText text;
  std::vector<LessonText> choices, replies;  // replies: by choice, or none at all
  std::vector<bool> right;                   // by choice
  std::string answer;                        // the right one, in words
  LessonText why;                            // may be empty
  double number = 0;
  std::optional<quiz::Question> asked;  // of a question that was made from the run
};

// What a person chose or typed.
struct GivenAnswer {
  std::vector<std::uint64_t> chosen;  // choices or items, ascending
  std::string typed;                  // of a number
  bool operator==(const GivenAnswer&) const = default;
};
struct AnswerVerdict {
  bool is_right = false;
  LessonText words;  // why it is right or wrong
};

// Of an `ask:` line; lines may be named by their code (sim/explain/moment_words.hpp).
Result<quiz::Question> asked_question(const LessonQuestion& question, const Run& run, const quiz::Quiz& quiz);
// `moment`: what the text may speak of; choices, the answer and the reason know the whole run. The Error says
// why the run has no such question. `quiz`: of the moment's run; null: the page has no run.
Result<ReadyQuestion> ready_question(const LessonQuestion& question, const TextMoment& moment,
                                     const quiz::Quiz* quiz);
// What would have to be chosen or typed.
GivenAnswer right_answer(const ReadyQuestion& question);
// An Error if the answer is empty or the text is not a number.
Result<AnswerVerdict> check_answer(const ReadyQuestion& question, const GivenAnswer& given);
// The cards without those that give away an answer at this moment: quiz::Hidden of the question. The figure
// stays: it can hide its labels.
Show without_answer(const Show& show, unsigned hides);
// "0 to 3, 8", "scratch[2]": the name of an item that can be chosen.
std::string item_name(const ReadyQuestion& question, std::uint64_t item);

}  // namespace lockstep::gui
