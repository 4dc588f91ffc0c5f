#include "gui/lesson/reading/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "core/base/text/nesting.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::gui {
namespace {

using Named = std::pair<std::string_view, std::string_view>;
constexpr std::array kSymbols{
    Named{"alpha", "α"},    Named{"beta", "β"},    Named{"cdot", "·"},   Named{"times", "×"},
    Named{"div", "÷"},      Named{"pm", "±"},      Named{"le", "≤"},     Named{"leq", "≤"},
    Named{"ge", "≥"},       Named{"geq", "≥"},     Named{"ne", "≠"},     Named{"neq", "≠"},
    Named{"approx", "≈"},   Named{"to", "→"},      Named{"in", "∈"},     Named{"infty", "∞"},
    Named{"sum", "Σ"},      Named{"prod", "Π"},    Named{"Theta", "Θ"},  Named{"Omega", "Ω"},
    Named{"Sigma", "Σ"},    Named{"sigma", "σ"},   Named{"lambda", "λ"}, Named{"mu", "µ"},
    Named{"pi", "π"},       Named{"oplus", "⊕"},   Named{"ldots", "…"},  Named{"dots", "…"},
    Named{"lceil", "⌈"},    Named{"rceil", "⌉"},   Named{"lfloor", "⌊"}, Named{"rfloor", "⌋"},
    Named{"log", "log"},    Named{"ln", "ln"},     Named{"max", "max"},  Named{"min", "min"},
    Named{"bmod", " mod "}, Named{"mod", " mod "}, Named{"quad", "  "},  Named{"left", ""},
    Named{"right", ""},     Named{",", " "},       Named{";", " "},      Named{" ", " "},
    Named{"!", ""},         Named{"{", "{"},       Named{"}", "}"},      Named{"%", "%"},
    Named{"_", "_"},        Named{"$", "$"},       Named{"#", "#"},      Named{"&", "&"},
    Named{"sqrt", "√"},
};

struct Small {
  char sign;
  std::string_view raised, lowered;
};
constexpr std::array kSmall{Small{'0', "⁰", "₀"}, Small{'1', "¹", "₁"}, Small{'2', "²", "₂"},
                            Small{'3', "³", "₃"}, Small{'4', "⁴", "₄"}, Small{'5', "⁵", "₅"},
                            Small{'6', "⁶", "₆"}, Small{'7', "⁷", "₇"}, Small{'8', "⁸", "₈"},
                            Small{'9', "⁹", "₉"}};

class Formula {
 public:
  Formula(std::string_view latex, LessonPlace place, std::vector<LessonFault>& faults)
      : latex_(latex), place_(place), faults_(faults) {}

  LessonText read() {
    group(0, false);
    return std::move(out_);
  }

 private:
  void put(std::string_view text, int script) {
    if (text.empty()) return;
    if (!out_.empty() && out_.back().script == script) {
      out_.back().text += text;
      return;
    }
    LessonInline piece;
    piece.kind = LessonInline::Kind::formula;
    piece.text = text;
    piece.script = script;
    piece.place = place_;
    out_.push_back(std::move(piece));
  }

  // Reads up to the end of the formula, or up to the brace that closes the group.
  void group(int script, bool braced) {
    while (at_ < latex_.size()) {
      if (braced && latex_[at_] == '}') {
        ++at_;
        return;
      }
      one(script);
    }
    if (braced && !is_given_up_) fault("The formula has a { without a }.", "Add the missing }.");
  }

  void one(int script) {
    const NestingLevel level(depth_);
    if (level.is_too_deep()) return give_up();
    const char c = latex_[at_];
    if (c == '\\') return command(script);
    ++at_;
    if (c == '{') return group(script, true);
    if (c == '^' || c == '_') return index(c, script);
    if (c == ' ' || c == '\n') {
      if (script == 0 && (out_.empty() || !out_.back().text.ends_with(' '))) put(" ", script);
      return;
    }
    if (c == '-') return put("−", script);
    if (c == '*') return put("·", script);
    put(std::string_view(&latex_[at_ - 1], 1), script);
  }

  // Skips the rest of the formula.
  void give_up() {
    at_ = latex_.size();
    fault(nested_too_deeply("A group of the formula") + ".", "Write several formulas.");
    is_given_up_ = true;
  }

  // Reads a superscript or subscript.
  void index(char sign, int script) {
    if (script == 0) return argument(sign == '^' ? 1 : -1);
    // A nested superscript or subscript uses Unicode characters of this kind if they exist.
    LessonText before = std::exchange(out_, {});
    argument(script);
    const std::string part = plain_text(std::exchange(out_, std::move(before)));
    std::string small;
    for (const char c : part) {
      const auto known = std::ranges::find(kSmall, c, &Small::sign);
      if (known == kSmall.end())
        return put(part.size() == 1 ? fmt::format("{}{}", sign, part) : fmt::format("{}({})", sign, part),
                   script);
      small += sign == '^' ? known->raised : known->lowered;
    }
    put(small, script);
  }

  // Reads a group or a single character.
  void argument(int script) {
    while (at_ < latex_.size() && latex_[at_] == ' ') ++at_;
    if (at_ < latex_.size()) one(script);
  }

  std::string_view command_name() {
    const std::size_t begin = ++at_;
    while (at_ < latex_.size() && std::isalpha(static_cast<unsigned char>(latex_[at_])) != 0) ++at_;
    if (at_ == begin && at_ < latex_.size()) ++at_;
    return latex_.substr(begin, at_ - begin);
  }

  void command(int script) {
    const std::string_view name = command_name();
    if (name == "frac") return fraction(script);
    if (name == "text" || name == "mathrm" || name == "operatorname") return words(script);
    for (const auto& [known, sign] : kSymbols)
      if (name == known) {
        put(sign, script);
        if (name == "log" || name == "ln" || name == "max" || name == "min") after_function(script);
        return;
      }
    std::vector<std::string> names{"frac", "text"};
    for (const auto& [known, sign] : kSymbols) names.emplace_back(known);
    const auto near = nearest_names(name, names, 1);
    fault(fmt::format("The formula contains the unknown command \\{}.", name),
          near.empty() ? "" : fmt::format("The nearest is \\{}.", near.front()));
    put(fmt::format("\\{}", name), script);
  }

  // Adds the space that follows a function in "log n". There is no space in "log(n)" or before a subscript.
  void after_function(int script) {
    while (at_ < latex_.size() && latex_[at_] == ' ') ++at_;
    if (at_ < latex_.size() && latex_[at_] == '_') {
      ++at_;
      index('_', script);
      while (at_ < latex_.size() && latex_[at_] == ' ') ++at_;
    }
    if (at_ < latex_.size() && latex_[at_] != '(' && latex_[at_] != '}') put(" ", script);
  }

  void words(int script) {
    if (at_ >= latex_.size() || latex_[at_] != '{') return;
    const std::size_t close = latex_.find('}', at_);
    if (close == std::string_view::npos) return group(script, false);
    put(latex_.substr(at_ + 1, close - at_ - 1), script);
    at_ = close + 1;
  }

  // Writes a fraction as a / b, with parentheses around a numerator or denominator that is a sum.
  void fraction(int script) {
    fraction_part(script);
    put(script == 0 ? " / " : "/", script);
    fraction_part(script);
  }
  void fraction_part(int script) {
    LessonText before = std::exchange(out_, {});
    argument(script);
    LessonText part = std::exchange(out_, std::move(before));
    const bool is_sum = plain_text(part).find_first_of("+ -−") != std::string::npos;
    if (is_sum) put("(", script);
    for (const LessonInline& piece : part) put(piece.text, piece.script);
    if (is_sum) put(")", script);
  }

  void fault(std::string what, std::string cure) {
    faults_.push_back({place_, std::move(what), std::move(cure)});
  }

  std::string_view latex_;
  LessonPlace place_;
  std::vector<LessonFault>& faults_;
  LessonText out_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
  bool is_given_up_ = false;
};

}  // namespace

LessonText parse_formula(std::string_view latex, LessonPlace place, std::vector<LessonFault>& faults) {
  LessonText text = Formula(latex, place, faults).read();
  while (!text.empty() && text.back().text.ends_with(' ')) text.back().text.pop_back();
  return text;
}

}  // namespace lockstep::gui
