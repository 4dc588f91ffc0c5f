#include "sim/quiz/formats/gift.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "sim/quiz/question/texts.hpp"

namespace lockstep::quiz {
namespace {

// Escapes the text for GIFT. A newline would end the question, and "->" would make it a matching question.
std::string escaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (std::string_view("~=#{}:\\").find(c) != std::string_view::npos) {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (text.substr(i, 2) == "->") {
      result += "→";
      ++i;
    } else {
      result += c;
    }
  }
  return result;
}

std::string stem(const Question& question, std::string_view how) {
  std::string text;
  for (const std::string& given : question.given) text += given + "\n";
  text += question.text;
  if (!how.empty()) text += " " + std::string(how);
  return escaped(text);
}

// Returns the weights that Moodle accepts for this number of right answers; empty if Moodle has no
// such weights.
std::string_view weight_of(std::size_t count) {
  constexpr std::array<std::string_view, 11> kWeights{"",         "100",      "50",   "33.33333", "25", "20",
                                                      "16.66667", "14.28571", "12.5", "11.11111", "10"};
  return count < kWeights.size() ? kWeights[count] : "";
}

std::string item_text(const Question& question, std::uint64_t item) {
  Answer answer;
  answer.items = {item};
  return answer_text(question, answer);
}

const std::string& fact_or_reason(const Question& question, std::uint64_t item) {
  const auto found = std::ranges::find(question.facts, item, &Fact::item);
  return found == question.facts.end() ? question.reason : found->text;
}

// Returns items that are not part of the answer, the nearest items first.
std::vector<std::uint64_t> wrong_items(const Question& question, std::size_t most) {
  const std::set<std::uint64_t> right(question.answer.items.begin(), question.answer.items.end());
  std::set<std::uint64_t> wrong;
  for (std::uint64_t distance = 1; distance <= question.items && wrong.size() < most; ++distance)
    for (const std::uint64_t item : right)
      for (const std::uint64_t other : {item + distance, item - distance})
        if (other < question.items && !right.contains(other) && wrong.size() < most) wrong.insert(other);
  return {wrong.begin(), wrong.end()};
}

std::string weighted_items(const Question& question) {
  const std::size_t right = question.answer.items.size();
  const std::string_view weight = weight_of(right);
  std::vector<std::uint64_t> all = wrong_items(question, std::clamp<std::size_t>(right, 2, 6));
  const std::set<std::uint64_t> wrong(all.begin(), all.end());
  all.insert(all.end(), question.answer.items.begin(), question.answer.items.end());
  std::ranges::sort(all);
  std::string text;
  for (const std::uint64_t item : all)
    text += fmt::format("\t~%{}{}%{}#{}\n", wrong.contains(item) ? "-" : "", weight,
                        escaped(item_text(question, item)), escaped(fact_or_reason(question, item)));
  return text;
}

// Returns other sets that resemble the answer: neighbouring sets, the complement, supersets and subsets.
std::vector<Answer> wrong_sets(const Question& question) {
  const std::vector<std::uint64_t>& right = question.answer.items;
  std::vector<std::vector<std::uint64_t>> sets(5);
  for (const std::uint64_t item : right) {
    if (item + 1 < question.items) sets[0].push_back(item + 1);
    if (item % 2 == 0) sets[1].push_back(item);
  }
  sets[2].assign(right.begin(), right.begin() + static_cast<std::ptrdiff_t>((right.size() + 1) / 2));
  for (std::uint64_t item = 0; item < std::min<std::uint64_t>(question.items, 64); ++item)
    if (!std::ranges::binary_search(right, item)) sets[3].push_back(item);
  for (std::uint64_t item = 0; item < std::min<std::uint64_t>(question.items, 64); ++item)
    sets[4].push_back(item);
  std::vector<Answer> wrong;
  for (std::vector<std::uint64_t>& items : sets) {
    Answer answer;
    answer.items = std::move(items);
    if (answer.items != right && !answer.items.empty() && std::ranges::find(wrong, answer) == wrong.end())
      wrong.push_back(std::move(answer));
  }
  if (wrong.size() > 3) wrong.resize(3);
  return wrong;
}

std::string sets(const Question& question) {
  std::string text;
  for (const Answer& answer : wrong_sets(question))
    text += fmt::format("\t~{}#{}\n", escaped(answer_text(question, answer)),
                        escaped(check(question, answer).reason));
  return fmt::format("\t={}#{}\n{}", escaped(answer_text(question, question.answer)),
                     escaped(question.reason), text);
}

std::string choices(const Question& question) {
  std::string text;
  for (std::size_t i = 0; i < question.choices.size(); ++i)
    text += fmt::format("\t{}{}#{}\n", i == question.answer.choice ? '=' : '~', escaped(question.choices[i]),
                        escaped(i == question.answer.choice ? question.reason : fact_or_reason(question, i)));
  return text;
}

bool is_yes_or_no(const Question& question) {
  return question.choices == std::vector<std::string>{say(Text::word_yes), say(Text::word_no)};
}

// Writes the text of the question and, in braces, the answers.
std::string body(const Question& question) {
  const std::string feedback = fmt::format("####{}", escaped(question.reason));
  const auto with = [&](Text how, const std::string& answers) {
    return fmt::format("{} {{\n{}\t{}\n}}", stem(question, say(how)), answers, feedback);
  };
  switch (question.form) {
    case Form::number:
      return fmt::format("{} {{#{}:{}{}}}", stem(question, ""), question.answer.number, question.tolerance,
                         feedback);
    case Form::choice:
      if (is_yes_or_no(question))
        return fmt::format("{} {{{}{}}}", stem(question, ""), question.answer.choice == 0 ? "TRUE" : "FALSE",
                           feedback);
      return fmt::format("{} {{\n{}\t{}\n}}", stem(question, ""), choices(question), feedback);
    default:
      break;
  }
  if (question.is_single)
    return with(Text::gift_one_cell,
                fmt::format("\t={}\n\t={}\n", escaped(item_text(question, question.answer.items.front())),
                            question.answer.items.front()));
  const bool has_wrong = !wrong_items(question, 1).empty();
  if (has_wrong && !weight_of(question.answer.items.size()).empty())
    return with(Text::gift_several, weighted_items(question));
  return with(Text::gift_one_set, sets(question));
}

}  // namespace

std::string gift_text(const std::vector<Question>& questions, const std::string& name) {
  std::string text = fmt::format("// {}\n", name);
  for (std::size_t i = 0; i < questions.size(); ++i)
    text += fmt::format("\n::{}::[plain]{}\n",
                        escaped(fmt::format("{} {} {}", name, i + 1, quiz::name(questions[i].kind))),
                        body(questions[i]));
  return text;
}

}  // namespace lockstep::quiz
