#include "gui/lesson/reading/question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "core/base/text/text.hpp"
#include "gui/lesson/reading/markdown.hpp"

namespace lockstep::gui {
namespace {

using Form = LessonQuestion::Form;
constexpr std::array<std::string_view, 3> kKinds{"choice", "several", "number"};

class Body {
 public:
  Body(std::string_view kind, std::string_view body, LessonPlace from, std::vector<LessonFault>& faults)
      : kind_(kind), body_(body), from_(from), faults_(faults) {}

  std::optional<LessonQuestion> read() {
    question_.place = from_;
    std::uint32_t line = from_.line;
    for (std::size_t begin = 0; begin < body_.size(); ++line) {
      const std::size_t end = std::min(body_.find('\n', begin), body_.size());
      take(body_.substr(begin, end - begin), {line, 1});
      begin = end + 1;
    }
    finish();
    return check() ? std::optional(std::move(question_)) : std::nullopt;
  }

 private:
  // Consecutive lines that belong together: a question's text, a choice, a reply, or a reason.
  struct Part {
    std::string text;
    LessonPlace place{};
    void add(std::string_view line, LessonPlace at) {
      if (text.empty())
        place = at;
      else
        text += '\n';
      text += line;
    }
  };

  void take(std::string_view line, LessonPlace place) {
    const bool indented = line.starts_with(' ') || line.starts_with('\t');
    const std::string_view words = trimmed(line);
    place.column += static_cast<std::uint32_t>(words.data() - line.data());
    if (words.starts_with("- [") && words.size() >= 5 && words[4] == ']') return begin_choice(words, place);
    if (words.starts_with("- "))
      return fault(place, "This choice has no box.",
                   "Write \"- [x]\" before a right choice and \"- [ ]\" before any other.");
    if (take_key(words, place)) return;
    if (words.empty()) return;
    if (now_ == Now::choice && indented) return reply_.add(words, place);
    if (now_ == Now::why) return why_.add(words, place);
    if (now_ == Now::question) return text_.add(words, place);
    fault(
        place, fmt::format("\"{}\" is not part of the question.", words.substr(0, 40)),
        "Indent the line by two blanks to make it the reply to the choice above, or begin it with \"why:\".");
  }

  void begin_choice(std::string_view words, LessonPlace place) {
    finish_choice();
    now_ = Now::choice;
    const char mark = words[3];
    if (mark != ' ' && mark != 'x' && mark != 'X')
      fault(place, fmt::format("[{}] is not the mark of a choice.", mark),
            "Write [x] for right and [ ] for wrong.");
    LessonOption choice;
    choice.right = mark == 'x' || mark == 'X';
    choice.place = place;
    const std::string_view text = trimmed(words.substr(5));
    if (text.empty()) fault(place, "This choice is empty.", "Write the text of the choice after the box.");
    place.column += static_cast<std::uint32_t>(text.data() - words.data());
    choice.text = parse_markdown_line(text, place, faults_);
    question_.choices.push_back(std::move(choice));
  }

  bool take_key(std::string_view words, LessonPlace place) {
    for (const std::string_view key : {std::string_view("why:"), std::string_view("answer:")}) {
      if (!words.starts_with(key)) continue;
      finish_choice();
      const std::string_view value = trimmed(words.substr(key.size()));
      place.column += static_cast<std::uint32_t>(value.data() - words.data());
      if (key == "why:") {
        now_ = Now::why;
        if (!value.empty()) why_.add(value, place);
      } else {
        question_.number = value;
        has_number_ = true;
        if (value.empty())
          fault(place, "The answer is empty.", "Write a number, or a value of the run such as {out[0]}.");
      }
      return true;
    }
    return false;
  }

  void finish_choice() {
    if (!reply_.text.empty() && !question_.choices.empty())
      question_.choices.back().reply = parse_markdown_line(reply_.text, reply_.place, faults_);
    reply_ = {};
  }

  void finish() {
    finish_choice();
    question_.text = parse_markdown_line(text_.text, text_.place, faults_);
    question_.why = parse_markdown_line(why_.text, why_.place, faults_);
  }

  bool check() {
    const auto right = std::ranges::count(question_.choices, true, &LessonOption::right);
    question_.form = has_number_ ? Form::number : right > 1 ? Form::several : Form::choice;
    if (text_.text.empty())
      fault(from_, "The block has no question.", "Write the question above the choices.");
    if (!kind_.empty() && !check_kind()) return false;
    if (question_.form == Form::number) {
      if (!question_.choices.empty())
        fault(question_.choices.front().place, "A question with \"answer:\" also has choices.",
              "Remove the choices, or the answer.");
      return !question_.number.empty();
    }
    return check_choices(static_cast<std::size_t>(right));
  }

  bool check_kind() {
    if (std::ranges::find(kKinds, kind_) == kKinds.end()) {
      const auto near = nearest_names(kind_, {kKinds.begin(), kKinds.end()}, 1);
      fault({from_.line - 1, 1}, fmt::format("There is no kind of question \"{}\".", kind_),
            "Write question choice, question several or question number, or only question. A question about "
            "the run is a line such as \"ask: active-lanes at line 32\".");
      return false;
    }
    if (kind_ == "several") question_.form = has_number_ ? Form::number : Form::several;
    const bool is_number = question_.form == Form::number;
    if ((kind_ == "number") != is_number) {
      fault({from_.line - 1, 1},
            fmt::format("This is a question {}, but it has {}.", kind_, is_number ? "an answer" : "choices"),
            is_number ? "Remove the kind, or write choices." : "Write \"answer:\" and the number.");
      return false;
    }
    if (kind_ == "choice" && question_.form == Form::several) {
      fault({from_.line - 1, 1}, "This is a question choice, but several choices have an x.",
            "Keep one x, or write question several.");
      return false;
    }
    return true;
  }

  bool check_choices(std::size_t right) {
    const auto& choices = question_.choices;
    if (choices.size() < 2) {
      fault(from_, choices.empty() ? "The question has no choices." : "The question has only one choice.",
            "Write two or more lines \"- [ ] …\", one of them with an x, or \"answer:\" and a number.");
      return false;
    }
    if (right == 0 && question_.form == Form::choice) {
      fault(from_, "No choice is right.", "Write an x between the brackets of the right choice.");
      return false;
    }
    std::map<std::string, LessonPlace> seen;
    for (const LessonOption& choice : choices) {
      const auto [first, is_new] = seen.emplace(plain_text(choice.text), choice.place);
      if (is_new) continue;
      fault(choice.place, fmt::format("This choice is written twice (line {}).", first->second.line),
            "Change one of the two choices.");
      return false;
    }
    return true;
  }

  void fault(LessonPlace place, std::string what, std::string cure) {
    faults_.push_back({place, std::move(what), std::move(cure)});
  }

  std::string_view kind_, body_;
  LessonPlace from_;
  std::vector<LessonFault>& faults_;
  LessonQuestion question_;
  enum class Now : std::uint8_t { question, choice, why } now_ = Now::question;
  Part text_, reply_, why_;
  bool has_number_ = false;
};

}  // namespace

std::optional<LessonQuestion> parse_question(std::string_view kind, std::string_view body, LessonPlace from,
                                             std::vector<LessonFault>& faults) {
  return Body(kind, body, from, faults).read();
}

}  // namespace lockstep::gui
