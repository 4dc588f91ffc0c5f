#include "assignment/judging/plan_changes.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <string_view>
#include <utility>

namespace lockstep::assignment {
namespace {

constexpr std::size_t kMostText = 8 * 1024;  // longer than any realistic plan
constexpr std::string_view kOperators = "+-*/^";
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kPlanFunctions{
    std::pair("floor", "ceil"), std::pair("ceil", "floor"), std::pair("min", "max"), std::pair("max", "min")};

bool is_decimal_digit(char c) { return '0' <= c && c <= '9'; }
bool is_of_name(char c) { return c == '_' || ('a' <= (c | 32) && (c | 32) <= 'z') || is_decimal_digit(c); }

class PlanChanges {
 public:
  explicit PlanChanges(const std::string& text) : text_(text) {}

  sim::Edits all() {
    if (text_.size() > kMostText) return {};
    bool is_text = false;
    unsigned depth = 0;  // depth of nested braces in a text, which contain formulas
    for (at_ = 0; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      line_ += c == '\n' ? 1 : 0;
      if (c == '"') is_text = !is_text, depth = 0;
      if (is_text && c == '{') ++depth;
      if (is_text && c == '}' && depth > 0) --depth;
      const bool begins = at_ == 0 || !is_of_name(text_[at_ - 1]);
      if (begins && is_decimal_digit(c) && (!is_text || depth > 0)) change_number();
      if (is_text && depth > 0) change_formula(begins);
    }
    return std::move(edits_);
  }

 private:
  void add(std::size_t length, const std::string& other) {
    edits_.push_back({fmt::format("{} in place of {}", other, text_.substr(at_, length)), line_,
                      text_.substr(0, at_) + other + text_.substr(at_ + length)});
  }

  void change_number() {
    std::int64_t value = 0;
    const char* const begin = text_.data() + at_;
    const auto read = std::from_chars(begin, text_.data() + text_.size(), value);
    if (read.ec != std::errc()) return;
    const auto length = static_cast<std::size_t>(read.ptr - begin);
    add(length, std::to_string(value + 1));
    if (value > 0) add(length, std::to_string(value - 1));
  }

  void change_formula(bool begins) {
    const char c = text_[at_];
    if (kOperators.find(c) != kOperators.npos)
      for (const char other : kOperators)
        if (other != c) add(1, std::string(1, other));
    for (const auto& [name, other] : kPlanFunctions)
      if (begins && std::string_view(text_).substr(at_).starts_with(name))
        add(name.size(), std::string(other));
    // Changes an operand of a formula: "n" for "n / 2", "L" for "2 L".
    if (begins && (c == 'n' || c == 'L') && !is_of_name(at_ + 1 < text_.size() ? text_[at_ + 1] : ' '))
      for (const std::string_view form : {"({} / 2)", "(2 {})", "({} + 1)", "({} - 1)"})
        add(1, fmt::format(fmt::runtime(form), c));
  }

  const std::string& text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  sim::Edits edits_;
};

}  // namespace

sim::Edits plan_changes(const std::string& plan) { return PlanChanges(plan).all(); }

}  // namespace lockstep::assignment
