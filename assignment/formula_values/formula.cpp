#include "assignment/formula_values/formula.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

namespace lockstep::assignment {
namespace {

constexpr unsigned kDeepest = 64;         // maximum depth of nested brackets
constexpr std::size_t kMaxWords = 4;      // for each name
constexpr std::size_t kMaxLength = 1000;  // for each formula

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

struct Function {
  std::string_view name;
  std::size_t operands;
  double (*value)(double, double);
  std::string_view use;  // how it is written, and what it returns
};
double next_power(double x, double) { return x <= 1 ? 1 : std::exp2(std::ceil(std::log2(x))); }
constexpr std::array<Function, 6> kFunctions{
    Function{"log", 1, [](double x, double) { return std::log2(x); }, "log x (of base 2)"},
    Function{"ceil", 1, [](double x, double) { return std::ceil(x); }, "ceil(x): rounded up"},
    Function{"floor", 1, [](double x, double) { return std::floor(x); }, "floor(x): rounded down"},
    Function{"min", 2, [](double x, double y) { return std::fmin(x, y); }, "min(x, y)"},
    Function{"max", 2, [](double x, double y) { return std::fmax(x, y); }, "max(x, y)"},
    Function{"power", 1, next_power, "power(x): the next power of two"}};

// Returns the names of the functions: "log (of base 2), ceil, floor …".
std::string function_words() {
  std::string words;
  for (const Function& function : kFunctions) {
    words += fmt::format("{}{}",
                         words.empty()                     ? ""
                         : &function == &kFunctions.back() ? " and "
                                                           : ", ",
                         function.name);
    if (function.name == "log") words += " (of base 2)";
  }
  return words;
}

class Evaluation {
 public:
  Evaluation(std::string_view text, const Names& names) : text_(text), names_(names) {}

  Result<double> value() {
    if (text_.size() > kMaxLength)
      return usage_error(fmt::format("a formula must have at most {} characters", kMaxLength));
    const double result = sum();
    if (problem_.empty() && at_ < text_.size()) fail(fmt::format("\"{}\" is not expected", rest()));
    if (!problem_.empty()) return usage_error(fmt::format("\"{}\": {}", text_, problem_));
    if (!std::isfinite(result)) return usage_error(fmt::format("\"{}\" is not a finite number", text_));
    return result;
  }

 private:
  double fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
    at_ = text_.size();
    return 0;
  }
  std::string_view rest() const { return text_.substr(at_, 12); }
  char next() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char sign) {
    if (next() != sign) return false;
    ++at_;
    return true;
  }

  double sum() {
    double result = product();
    for (;;) {
      if (take('+'))
        result += product();
      else if (take('-'))
        result -= product();
      else
        return result;
    }
  }

  double product() {
    double result = power();
    for (;;) {
      if (take('*'))
        result *= power();
      else if (take('/'))
        result /= power();
      else if (take('%'))
        result = std::fmod(result, power());
      else if (is_letter(next()) || is_digit(next()) || next() == '(')
        result *= power();
      else
        return result;
    }
  }

  double power() {
    const double base = factor();
    return take('^') ? std::pow(base, power()) : base;
  }

  double factor() {
    if (take('-')) return -nested([this] { return factor(); });
    if (take('(')) {
      const double inside = nested([this] { return sum(); });
      return take(')') ? inside : fail("a closing bracket is missing");
    }
    if (is_digit(next()) || next() == '.') return number();
    if (is_letter(next())) return word();
    return fail(at_ < text_.size() ? fmt::format("\"{}\" is not a value", rest())
                                   : std::string("it ends where a value is missing"));
  }

  template <class Read>
  double nested(Read read) {
    if (++depth_ > kDeepest) return fail("brackets are nested too deeply");
    const double result = read();
    --depth_;
    return result;
  }

  double number() {
    double result = 0;
    const char* const begin = text_.data() + at_;
    const auto read = std::from_chars(begin, text_.data() + text_.size(), result, std::chars_format::fixed);
    if (read.ec != std::errc()) return fail(fmt::format("\"{}\" is not a number", rest()));
    at_ += static_cast<std::size_t>(read.ptr - begin);
    return result;
  }

  // Returns the ends of the first word, of the first two words, and so on, of a name that begins at
  // this place.
  std::vector<std::size_t> ends_of_words() const {
    std::vector<std::size_t> ends;
    std::size_t at = at_;
    while (ends.size() < kMaxWords && at < text_.size() && is_letter(text_[at])) {
      while (at < text_.size() && (is_letter(text_[at]) || is_digit(text_[at]))) ++at;
      ends.push_back(at);
      if (at + 1 >= text_.size() || (text_[at] != ' ' && text_[at] != '-')) break;
      ++at;
    }
    return ends;
  }

  // Finds the longest known name.
  double word() {
    const std::vector<std::size_t> ends = ends_of_words();
    for (auto end = ends.rbegin(); end != ends.rend(); ++end) {
      const std::string_view name = text_.substr(at_, *end - at_);
      if (const auto value = names_(name)) {
        at_ = *end;
        return *value;
      }
    }
    const std::string_view name = text_.substr(at_, ends.front() - at_);
    for (const Function& function : kFunctions) {
      if (function.name != name) continue;
      at_ = ends.front();
      return nested([&] { return call(function); });
    }
    return fail(
        fmt::format("\"{}\" is not the name of a number; the functions are {}", name, function_words()));
  }

  double call(const Function& function) {
    if (function.name == "log" && next() != '(') return function.value(factor(), 0);
    if (!take('(')) return fail(fmt::format("write {0}(…)", function.name));
    const double first = sum();
    double second = 0;
    if (function.operands == 2) {
      if (!take(',')) return fail(fmt::format("{} must have two operands", function.name));
      second = sum();
    }
    return take(')') ? function.value(first, second) : fail("a closing bracket is missing");
  }

  std::string_view text_;
  const Names& names_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
  std::string problem_;
};

}  // namespace

std::string formula_help() {
  std::string functions;
  for (const Function& function : kFunctions)
    functions += fmt::format("{}{}", functions.empty() ? "" : "; ", function.use);
  return fmt::format(
      "Operators: + - * / % ^ and brackets; two values side by side are multiplied: 2 L.\nFunctions: {}.",
      functions);
}

Result<double> evaluate(std::string_view formula, const Names& names) {
  return Evaluation(formula, names).value();
}

}  // namespace lockstep::assignment
