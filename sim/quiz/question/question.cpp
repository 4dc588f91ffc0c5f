#include "sim/quiz/question/question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/base/text/text.hpp"
#include "sim/quiz/question/texts.hpp"

namespace lockstep::quiz {
namespace {

struct KindEntry {
  QuestionKind kind;
  std::string_view name;
  unsigned level;
  std::string_view asks;
};
constexpr std::array kEntries{
#define K(name, word, level, asks) KindEntry{QuestionKind::name, word, level, asks},
#include "sim/quiz/question/kinds.def"
#undef K
};

constexpr std::string_view kInputPrefix = "x";

const KindEntry& entry_of(QuestionKind kind) { return kEntries[static_cast<std::size_t>(kind)]; }

const std::string* fact_of(const Question& question, std::uint64_t item) {
  const auto found = std::ranges::find(question.facts, item, &Fact::item);
  return found == question.facts.end() ? nullptr : &found->text;
}

bool is_set(Form form) { return form == Form::lanes || form == Form::warps || form == Form::cells; }

void check_items(const Question& question, const Answer& given, AnswerVerdict& verdict) {
  std::ranges::set_difference(question.answer.items, given.items, std::back_inserter(verdict.missing));
  std::ranges::set_difference(given.items, question.answer.items, std::back_inserter(verdict.extra));
  verdict.is_right = verdict.missing.empty() && verdict.extra.empty();
  for (const std::vector<std::uint64_t>* wrong : {&verdict.extra, &verdict.missing})
    for (const std::uint64_t item : *wrong)
      if (const std::string* fact = fact_of(question, item); fact != nullptr && verdict.reason.empty())
        verdict.reason = *fact;
}

// Normalises the text: "0 2, 4 - 6" becomes "0,2,4-6", because blanks separate items like commas, and blanks
// around a sign are ignored.
std::string with_commas(std::string_view text) {
  std::string plain;
  bool is_apart = false;
  for (const char c : text) {
    is_apart |= c == ' ';
    if (c == ' ') continue;
    const auto is_sign = [](char sign) { return sign == '-' || sign == ','; };
    if (is_apart && !plain.empty() && !is_sign(c) && !is_sign(plain.back())) plain += ',';
    is_apart = false;
    plain += c;
  }
  return plain;
}

Result<std::vector<std::uint64_t>> parse_items(const Question& question, std::string_view text) {
  std::vector<std::uint64_t> items;
  std::string plain(text);
  // Removes the name of the memory: "scratch[0 to 3]" and "0 to 3" become "0-3".
  for (const std::string_view word : {"to", "..", "–"})
    for (std::size_t at = plain.find(word); at != plain.npos; at = plain.find(word))
      plain.replace(at, word.size(), "-");
  if (const std::size_t open = plain.find('['); open != plain.npos)
    plain = plain.substr(open + 1, plain.find(']') - open - 1);
  if (question.kind == QuestionKind::inputs_of_cell) std::erase(plain, kInputPrefix.front());
  plain = with_commas(plain);
  if (plain.empty() || plain == say(Text::word_none)) return items;
  for (std::size_t at = 0; at <= plain.size();) {
    const std::size_t comma = std::min(plain.find(',', at), plain.size());
    const char *begin = plain.data() + at, *end = plain.data() + comma;
    std::uint64_t first = 0, last = 0;
    auto parsed = std::from_chars(begin, end, first);
    last = first;
    if (parsed.ec == std::errc() && parsed.ptr != end && *parsed.ptr == '-')
      parsed = std::from_chars(parsed.ptr + 1, end, last);
    if (parsed.ec != std::errc() || parsed.ptr != end || last < first)
      return usage_error(fmt::format("{}: enter numbers and ranges, for example 0-3, 8", text));
    if (last >= question.items)
      return usage_error(fmt::format("{}: enter numbers from 0 to {}", text, question.items - 1));
    for (std::uint64_t item = first; item <= last; ++item) items.push_back(item);
    at = comma + 1;
  }
  std::ranges::sort(items);
  items.erase(std::ranges::unique(items).begin(), items.end());
  return items;
}

Result<std::size_t> parse_choice(const Question& question, std::string_view text) {
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    const bool is_letter = text.size() == 1 && (text[0] | 0x20) == static_cast<char>('a' + i);
    if (is_letter || lower(text) == lower(question.choices[i])) return i;
  }
  return usage_error(fmt::format("{}: answer with a letter from a to {}", text,
                                 static_cast<char>('a' + question.choices.size() - 1)));
}

// Returns numbers and ranges, each number after `prefix`.
std::string prefixed_ranges(const std::vector<std::uint64_t>& ascending, std::string_view prefix) {
  if (ascending.empty()) return say(Text::word_none);
  const auto named = [&](std::uint64_t item) { return fmt::format("{}{}", prefix, item); };
  std::string text;
  for (std::size_t at = 0; at < ascending.size();) {
    std::size_t end = at + 1;
    while (end < ascending.size() && ascending[end] == ascending[end - 1] + 1) ++end;
    if (!text.empty()) text += ", ";
    if (end - at > 2)
      text += say(Text::word_range, {{"first", named(ascending[at])}, {"last", named(ascending[end - 1])}});
    else
      text += end - at == 2 ? fmt::format("{}, {}", named(ascending[at]), named(ascending[at + 1]))
                            : named(ascending[at]);
    at = end;
  }
  return text;
}

}  // namespace

const std::vector<QuestionKind>& all_kinds() {
  static const std::vector<QuestionKind> all = [] {
    std::vector<QuestionKind> kinds;
    for (const KindEntry& entry : kEntries) kinds.push_back(entry.kind);
    return kinds;
  }();
  return all;
}

std::string_view name(QuestionKind kind) { return entry_of(kind).name; }
std::string_view asks(QuestionKind kind) { return entry_of(kind).asks; }
unsigned first_level(QuestionKind kind) { return entry_of(kind).level; }

std::optional<QuestionKind> find_kind(std::string_view name) {
  const auto found = std::ranges::find(kEntries, name, &KindEntry::name);
  return found == kEntries.end() ? std::nullopt : std::optional(found->kind);
}

std::string_view name(Form form) {
  constexpr std::array<std::string_view, 5> kNames{"lanes", "warps", "cells", "number", "choice"};
  return kNames[static_cast<std::size_t>(form)];
}

AnswerVerdict check(const Question& question, const Answer& given) {
  AnswerVerdict verdict;
  if (is_set(question.form)) {
    check_items(question, given, verdict);
  } else if (question.form == Form::number) {
    verdict.is_right = std::abs(given.number - question.answer.number) <= question.tolerance;
    const bool is_count =
        given.number >= 0 && given.number == std::floor(given.number) && given.number < 1e15;
    const std::string* fact =
        is_count ? fact_of(question, static_cast<std::uint64_t>(given.number)) : nullptr;
    if (!verdict.is_right && fact != nullptr) verdict.reason = *fact;
  } else {
    verdict.is_right = given.choice == question.answer.choice;
    const std::string* fact = fact_of(question, given.choice);
    if (!verdict.is_right && fact != nullptr) verdict.reason = *fact;
  }
  if (verdict.is_right || verdict.reason.empty()) verdict.reason = question.reason;
  return verdict;
}

std::string ranges_text(const std::vector<std::uint64_t>& ascending) {
  return prefixed_ranges(ascending, "");
}

std::string answer_text(const Question& question, const Answer& answer) {
  switch (question.form) {
    case Form::lanes:
    case Form::warps:
      return ranges_text(answer.items);
    case Form::cells:
      // The question, its explanation and the figure name the elements of the input x0, x1 and so on.
      if (question.kind == QuestionKind::inputs_of_cell) return prefixed_ranges(answer.items, kInputPrefix);
      return answer.items.empty() ? say(Text::word_none)
                                  : fmt::format("{}[{}]", question.memory ? question.memory->name : "",
                                                ranges_text(answer.items));
    case Form::number:
      return fmt::format("{}", answer.number);
    case Form::choice:
      break;
  }
  return answer.choice < question.choices.size() ? question.choices[answer.choice] : "";
}

Result<double> parse_number(std::string_view text) {
  while (text.starts_with(' ') || text.starts_with('+')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  std::string plain(text);
  if (const std::size_t comma = plain.find(','); comma != plain.npos) {
    plain[comma] = '.';
    const std::string_view whole = std::string_view(text).substr(0, comma), rest = text.substr(comma + 1);
    const std::string_view digits = whole.substr(whole.starts_with('-') ? 1 : 0);
    // Whether the digits may be grouped thousands: one to three digits that do not begin with 0, then
    // three digits.
    const bool groups = !digits.empty() && digits.size() <= 3 && digits.front() != '0' && rest.size() == 3;
    const bool is_whole = std::ranges::all_of(rest, [](char c) { return c >= '0' && c <= '9'; });
    if (groups && is_whole)
      return usage_error(fmt::format("{} can be read in two ways: enter {}{} or {}.{} instead.", text, whole,
                                     rest, whole, rest));
  }
  double value = 0;
  const char* const end = plain.data() + plain.size();
  const auto read = std::from_chars(plain.data(), end, value);
  if (plain.empty() || read.ec != std::errc() || read.ptr != end || !std::isfinite(value))
    return usage_error("Type a number, such as 12.");
  return value;
}

Result<Answer> parse_answer(const Question& question, std::string_view text) {
  Answer answer;
  if (is_set(question.form)) {
    auto items = parse_items(question, text);
    if (!items) return tl::unexpected(items.error());
    answer.items = std::move(*items);
  } else if (question.form == Form::number) {
    const auto number = parse_number(text);
    if (!number) return tl::unexpected(number.error());
    answer.number = *number;
  } else {
    const auto choice = parse_choice(question, text);
    if (!choice) return tl::unexpected(choice.error());
    answer.choice = *choice;
  }
  return answer;
}

}  // namespace lockstep::quiz
