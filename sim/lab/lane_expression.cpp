// A recursive-descent parser with one function for each level of precedence. After the first error, every
// level stops and returns the value computed so far; the caller of evaluate() gets the error.
#include "sim/lab/lane_expression.hpp"

#include <fmt/format.h>

#include <limits>
#include <string>

namespace lockstep::lab {
namespace {

constexpr int kMaxBrackets = 64;

// Convert between signed and unsigned numbers. The evaluator computes with unsigned numbers, so that
// overflow wraps.
std::int64_t wrapped(std::uint64_t value) { return static_cast<std::int64_t>(value); }
std::uint64_t bits(std::int64_t value) { return static_cast<std::uint64_t>(value); }

class Evaluator {
 public:
  Evaluator(std::string_view text, std::int64_t lane) : text_(text), lane_(lane) {}

  Result<std::int64_t> evaluate() {
    const std::int64_t value = conditional();
    skip_blanks();
    if (at_ < text_.size()) fail("an operator is expected");
    if (!error_.empty()) return usage_error(error_);
    return value;
  }

 private:
  std::int64_t conditional() {
    if (++depth_ > kMaxBrackets) fail("there are too many brackets");
    const std::int64_t first = error_.empty() ? comparison() : 0;
    std::int64_t value = first;
    if (take("if")) {
      const bool condition = comparison() != 0;
      expect("else");
      const std::int64_t other = conditional();
      value = condition ? first : other;
    } else if (take("?")) {
      const std::int64_t yes = conditional();
      expect(":");
      const std::int64_t no = conditional();
      value = first != 0 ? yes : no;
    }
    --depth_;
    return value;
  }

  std::int64_t comparison() {
    const std::int64_t left = bit_or();
    if (take("==")) return left == bit_or();
    if (take("!=")) return left != bit_or();
    if (take("<=")) return left <= bit_or();
    if (take(">=")) return left >= bit_or();
    if (take("<")) return left < bit_or();
    if (take(">")) return left > bit_or();
    if (take("in")) return is_listed(left);
    return left;
  }

  bool is_listed(std::int64_t value) {
    bool found = false;
    expect("(");
    do found = conditional() == value || found;
    while (take(","));
    expect(")");
    return found;
  }

  std::int64_t bit_or() {
    std::int64_t value = bit_xor();
    while (take("|")) value |= bit_xor();
    return value;
  }
  std::int64_t bit_xor() {
    std::int64_t value = bit_and();
    while (take("^")) value ^= bit_and();
    return value;
  }
  std::int64_t bit_and() {
    std::int64_t value = shift();
    while (take("&")) value &= shift();
    return value;
  }

  std::int64_t shift() {
    std::int64_t value = sum();
    for (;;) {
      if (take("<<"))
        value = wrapped(bits(value) << shift_count());
      else if (take(">>"))
        value >>= shift_count();
      else
        return value;
    }
  }
  unsigned shift_count() {
    const std::int64_t count = sum();
    if (count < 0 || count > 63) fail("a shift by 0 to 63 is expected");
    return error_.empty() ? static_cast<unsigned>(count) : 0;
  }

  std::int64_t sum() {
    std::int64_t value = product();
    for (;;) {
      if (take("+"))
        value = wrapped(bits(value) + bits(product()));
      else if (take("-"))
        value = wrapped(bits(value) - bits(product()));
      else
        return value;
    }
  }

  std::int64_t product() {
    std::int64_t value = atom();
    for (;;) {
      if (take("*"))
        value = wrapped(bits(value) * bits(atom()));
      else if (take("//") || take("/"))
        value = divided(value, divisor());
      else if (take("%"))
        value = divisor_ok(value, divisor(), true);
      else
        return value;
    }
  }
  std::int64_t divisor() {
    const std::int64_t value = atom();
    if (value == 0 && error_.empty()) fail("this divides by 0");
    return error_.empty() ? value : 1;
  }
  static std::int64_t divided(std::int64_t value, std::int64_t by) { return divisor_ok(value, by, false); }
  static std::int64_t divisor_ok(std::int64_t value, std::int64_t by, bool remainder) {
    if (by == -1) return remainder ? 0 : wrapped(0 - bits(value));  // the smallest number cannot be negated
    return remainder ? value % by : value / by;
  }

  std::int64_t atom() {
    if (take("(")) {
      const std::int64_t value = conditional();
      expect(")");
      return value;
    }
    if (take("-")) return wrapped(0 - bits(atom_below()));
    if (take("l")) return lane_;
    return number();
  }
  // Parses the operand of a minus sign. Consecutive minus signs are limited like brackets.
  std::int64_t atom_below() {
    if (++depth_ > kMaxBrackets) fail("there are too many minus signs");
    const std::int64_t value = error_.empty() ? atom() : 0;
    --depth_;
    return value;
  }

  std::int64_t number() {
    skip_blanks();
    const std::size_t begin = at_;
    std::int64_t value = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      if (value > (std::numeric_limits<std::int32_t>::max() - 9) / 10) fail("this number is too large");
      value = error_.empty() ? 10 * value + (text_[at_] - '0') : 0;
    }
    if (at_ == begin) fail("a number, l or ( is expected");
    return value;
  }

  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  // Skips the token and returns true if it comes next. "<" does not match the beginning of "<<".
  bool take(std::string_view token) {
    skip_blanks();
    const std::string_view rest = text_.substr(at_);
    if (!error_.empty() || !rest.starts_with(token)) return false;
    const bool doubled = token == "<" || token == ">";
    if (doubled && rest.size() > 1 && rest[1] == token[0]) return false;
    at_ += token.size();
    return true;
  }
  void expect(std::string_view token) {
    if (!take(token)) fail(fmt::format("\"{}\" is expected", token));
  }
  void fail(std::string_view what) {
    if (error_.empty()) error_ = fmt::format("\"{}\", character {}: {}", text_, at_ + 1, what);
  }

  std::string_view text_;
  std::int64_t lane_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::string error_;
};

}  // namespace

Result<std::int64_t> evaluate_for_lane(std::string_view text, std::int64_t lane) {
  return Evaluator(text, lane).evaluate();
}

}  // namespace lockstep::lab
