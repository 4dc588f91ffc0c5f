#include "gui/lesson/checking/ready_question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/explain/moment_words.hpp"

namespace lockstep::gui {
namespace {

using ReadyForm = ReadyQuestion::Form;

LessonText words(std::string text) {
  LessonInline piece;
  piece.text = std::move(text);
  return {piece};
}

ReadyQuestion from_run(quiz::Question asked) {
  ReadyQuestion ready;
  ready.text = words(asked.when.empty() ? asked.text : fmt::format("{} ({})", asked.text, asked.when));
  ready.why = words(asked.reason);
  ready.answer = quiz::answer_text(asked, asked.answer);
  ready.number = asked.answer.number;
  ready.form = asked.form == quiz::Form::choice   ? ReadyForm::choice
               : asked.form == quiz::Form::number ? ReadyForm::number
                                                  : ReadyForm::items;
  for (std::size_t i = 0; i < asked.choices.size(); ++i) {
    ready.choices.push_back(words(asked.choices[i]));
    ready.right.push_back(i == asked.answer.choice);
  }
  ready.asked = std::move(asked);
  return ready;
}

ReadyQuestion with_choices(const LessonQuestion& question, const TextMoment& end) {
  ReadyQuestion ready;
  ready.form = question.form == LessonQuestion::Form::several ? ReadyForm::several : ReadyForm::choice;
  for (const LessonOption& choice : question.choices) {
    ready.choices.push_back(with_values(choice.text, end));
    ready.replies.push_back(with_values(choice.reply, end));
    ready.right.push_back(choice.right);
    if (choice.right) ready.answer += (ready.answer.empty() ? "" : "; ") + plain_text(ready.choices.back());
  }
  if (ready.answer.empty()) ready.answer = "none of them";
  return ready;
}

AnswerVerdict check_choices(const ReadyQuestion& question, const GivenAnswer& given) {
  std::vector<std::uint64_t> right;
  for (std::size_t i = 0; i < question.right.size(); ++i)
    if (question.right[i]) right.push_back(i);
  AnswerVerdict verdict{given.chosen == right, {}};
  // If the answer is wrong, uses the reply to the first wrong choice; if it is right, the reply to the first
  // right choice. Choices without a reply are skipped.
  for (const std::uint64_t choice : given.chosen)
    if (choice < question.replies.size() && question.right[choice] == verdict.is_right &&
        !question.replies[choice].empty()) {
      verdict.words = question.replies[choice];
      return verdict;
    }
  if (verdict.is_right) verdict.words = question.why;
  return verdict;
}

}  // namespace

Result<quiz::Question> asked_question(const LessonQuestion& question, const Run& run,
                                      const quiz::Quiz& quiz) {
  const auto ask = sim::with_line_numbers(*run.trace, question.ask);
  if (!ask) return tl::unexpected(ask.error());
  return quiz.find(*ask);
}

Result<ReadyQuestion> ready_question(const LessonQuestion& question, const TextMoment& moment,
                                     const quiz::Quiz* quiz) {
  if (question.form == LessonQuestion::Form::asked) {
    if (quiz == nullptr) return usage_error("This page has no scene, so there is no run to ask about.");
    auto asked = asked_question(question, *moment.run, *quiz);
    if (!asked) return tl::unexpected(asked.error());
    return from_run(std::move(*asked));
  }
  const TextMoment end = moment.at_end();
  ReadyQuestion ready = with_choices(question, end);
  ready.text = with_values(question.text, moment);
  ready.why = with_values(question.why, end);
  if (question.form != LessonQuestion::Form::number) return ready;
  ready.form = ReadyForm::number;
  const auto told = with_values(question.number, end);
  if (!told) return tl::unexpected(told.error());
  const auto number = quiz::parse_number(*told);
  if (!number) return usage_error(fmt::format("The answer \"{}\" is not a number.", *told));
  ready.number = *number;
  ready.answer = *told;
  return ready;
}

GivenAnswer right_answer(const ReadyQuestion& question) {
  GivenAnswer given;
  if (question.form == ReadyForm::number) given.typed = question.answer;
  if (question.form == ReadyForm::items) given.chosen = question.asked->answer.items;
  for (std::size_t i = 0; i < question.right.size(); ++i)
    if (question.right[i]) given.chosen.push_back(i);
  return given;
}

Result<AnswerVerdict> check_answer(const ReadyQuestion& question, const GivenAnswer& given) {
  if (question.form == ReadyForm::number) {
    const auto number = quiz::parse_number(given.typed);
    if (!number) return tl::unexpected(number.error());
    if (question.asked) {
      const quiz::AnswerVerdict verdict = quiz::check(*question.asked, {{}, *number, 0});
      return AnswerVerdict{verdict.is_right, words(verdict.reason)};
    }
    const double tolerance =
        std::floor(question.number) == question.number ? 0 : 1e-6 * std::abs(question.number);
    const bool is_right = std::abs(*number - question.number) <= tolerance;
    return AnswerVerdict{is_right, is_right ? question.why : LessonText{}};
  }
  if (given.chosen.empty() && question.form == ReadyForm::choice)
    return usage_error("Choose an answer first.");
  if (!question.asked) return check_choices(question, given);
  quiz::Answer answer;
  if (question.form == ReadyForm::choice)
    answer.choice = given.chosen.front();
  else
    answer.items = given.chosen;
  const quiz::AnswerVerdict verdict = quiz::check(*question.asked, answer);
  return AnswerVerdict{verdict.is_right, words(verdict.reason)};
}

Show without_answer(const Show& show, unsigned hides) {
  Show left = show;
  const auto hide = [&](unsigned what, ShowCard card) {
    if ((hides & what) != 0)
      std::erase_if(left.cards, [&](const ShownCard& shown) { return shown.card == card; });
  };
  hide(quiz::hides_lanes, ShowCard::lanes);
  hide(quiz::hides_values, ShowCard::lanes);
  hide(quiz::hides_accesses | quiz::hides_costs, ShowCard::memory);
  hide(quiz::hides_costs, ShowCard::counters);
  hide(quiz::hides_sentence, ShowCard::sentence);
  return left;
}

std::string item_name(const ReadyQuestion& question, std::uint64_t item) {
  if (!question.asked || question.asked->form != quiz::Form::cells) return std::to_string(item);
  return quiz::answer_text(*question.asked, {{item}, 0, 0});
}

}  // namespace lockstep::gui
