#include "gui/questions/hint.hpp"

#include <fmt/format.h>

#include "core/base/text/text.hpp"

namespace lockstep::gui {
namespace {

std::string_view item_word(quiz::Form form) {
  return form == quiz::Form::lanes ? "lane" : form == quiz::Form::warps ? "warp" : "element";
}

std::string hint_of_items(const quiz::Question& question, const quiz::AnswerVerdict& verdict,
                          std::size_t given) {
  const std::string_view word = item_word(question.form);
  if (question.is_single) return fmt::format("The right answer is another {}.", word);
  const std::size_t extra = verdict.extra.size(), missing = verdict.missing.size();
  const std::string are = missing == 1 ? "is" : "are";
  const std::string lacks =
      missing == 0 ? std::string() : fmt::format("{} {} missing", plural(missing, word), are);
  if (extra == 0) return lacks + ".";
  const std::string wrong =
      fmt::format("{} of the {} {} wrong", extra, plural(given, "chosen " + std::string(word)),
                  extra == 1 ? "is" : "are");
  return lacks.empty() ? wrong + "." : wrong + ", and " + lacks + ".";
}

}  // namespace

std::string hint_of_number(double given, double right) {
  return given < right ? "The right number is larger." : "The right number is smaller.";
}

std::string hint_of(const quiz::Question& question, const quiz::Answer& given) {
  const quiz::AnswerVerdict verdict = quiz::check(question, given);
  switch (question.form) {
    case quiz::Form::number:
      return hint_of_number(given.number, question.answer.number);
    case quiz::Form::choice:
      return "Another choice is right.";
    case quiz::Form::lanes:
    case quiz::Form::warps:
    case quiz::Form::cells:
      break;
  }
  return hint_of_items(question, verdict, given.items.size());
}

bool has_second_try(const quiz::Question& question) {
  return question.form != quiz::Form::choice || question.choices.size() > 2;
}

}  // namespace lockstep::gui
