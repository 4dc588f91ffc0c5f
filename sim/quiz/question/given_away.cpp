#include "sim/quiz/question/given_away.hpp"

#include <algorithm>
#include <cctype>

namespace lockstep::quiz {
namespace {

bool is_part_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Whether the text contains the word as a whole word: 4 is not a word in 42, 4.5 or -4.
bool has_word(const std::string& text, const std::string& word) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const char before = at == 0 ? ' ' : text[at - 1];
    const std::size_t end = at + word.size();
    const char after = end < text.size() ? text[end] : ' ',
               next = end + 1 < text.size() ? text[end + 1] : ' ';
    const bool is_fraction = after == '.' && std::isdigit(static_cast<unsigned char>(next)) != 0;
    if (!is_part_of_word(before) && before != '.' && before != '-' && !is_part_of_word(after) && !is_fraction)
      return true;
  }
  return false;
}

bool is_value(QuestionKind kind) {
  return kind == QuestionKind::written_value || kind == QuestionKind::final_value ||
         kind == QuestionKind::without_barrier;
}

}  // namespace

bool gives_answer_away(const Question& question) {
  // Counts, and the words yes and no, are not searched for, because they may occur in any text.
  // Names of inputs are not searched for either, because each such question contains "x0".
  const bool is_named = (question.form == Form::cells && question.kind != QuestionKind::inputs_of_cell) ||
                        (question.form == Form::choice && question.choices.size() > 2);
  if (!is_named && !is_value(question.kind)) return false;
  const std::string answer = answer_text(question, question.answer);
  const auto has_answer = [&](const std::string& each) { return has_word(each, answer); };
  return has_answer(question.text) || std::ranges::any_of(question.given, has_answer);
}

}  // namespace lockstep::quiz
