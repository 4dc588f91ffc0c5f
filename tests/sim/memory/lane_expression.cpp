// Recursive descent with Python's precedence: A if C else B, then comparisons and `in`, | ^ & << + * and
// unary minus. Operands are never negative here, so division gives the same result in C++ and Python.
#include "tests/sim/memory/lane_expression.hpp"

#include <gtest/gtest.h>

#include <string>

namespace lockstep::sim {

namespace {

class Evaluator {
 public:
  Evaluator(std::string_view text, std::int64_t lane) : rest_(text), lane_(lane) {}

  std::int64_t evaluate() {
    const std::int64_t value = conditional();
    skip_spaces();
    EXPECT_TRUE(rest_.empty()) << "left over: " << rest_;
    return value;
  }

 private:
  // conditional = comparison ["if" comparison "else" conditional]
  std::int64_t conditional() {
    const std::int64_t yes = comparison();
    if (!take("if")) return yes;
    const bool condition = comparison() != 0;
    expect("else");
    const std::int64_t no = conditional();
    return condition ? yes : no;
  }

  // comparison = bit_or [("<" | "==") bit_or | "in" "(" list ")"]
  std::int64_t comparison() {
    const std::int64_t left = bit_or();
    if (take("==")) return left == bit_or();
    if (take("in")) return is_listed(left);
    if (!rest_.starts_with("<<") && take("<")) return left < bit_or();
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
        value <<= sum();
      else if (take(">>"))
        value >>= sum();
      else
        return value;
    }
  }
  std::int64_t sum() {
    std::int64_t value = product();
    for (;;) {
      if (take("+"))
        value += product();
      else if (take("-"))
        value -= product();
      else
        return value;
    }
  }
  std::int64_t product() {
    std::int64_t value = atom();
    for (;;) {
      if (take("*"))
        value *= atom();
      else if (take("//") || take("/"))
        value /= atom();
      else if (take("%"))
        value %= atom();
      else
        return value;
    }
  }

  std::int64_t atom() {
    if (take("(")) {
      const std::int64_t value = conditional();
      expect(")");
      return value;
    }
    if (take("l")) return lane_;
    skip_spaces();
    std::size_t digits = 0;
    while (digits < rest_.size() && rest_[digits] >= '0' && rest_[digits] <= '9') ++digits;
    if (digits == 0) {
      ADD_FAILURE() << "a number or l expected at: " << rest_;
      return 1;
    }
    const std::int64_t value = std::stoll(std::string(rest_.substr(0, digits)));
    rest_.remove_prefix(digits);
    return value;
  }

  void skip_spaces() {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
  }
  bool take(std::string_view token) {
    skip_spaces();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  void expect(std::string_view token) { EXPECT_TRUE(take(token)) << token << " expected at: " << rest_; }

  std::string_view rest_;
  std::int64_t lane_;
};

}  // namespace

std::int64_t evaluate_for_lane(std::string_view text, std::int64_t lane) {
  return Evaluator(text, lane).evaluate();
}

TEST(LaneExpression, FollowsThePrecedenceOfPython) {
  EXPECT_EQ(evaluate_for_lane("4*(5*l+3)%32", 7), 4 * (5 * 7 + 3) % 32);
  EXPECT_EQ(evaluate_for_lane("1|2^3&4<<1+1", 0), 1 | (2 ^ (3 & (4 << (1 + 1)))));
  EXPECT_EQ(evaluate_for_lane("l - 1 - 1", 9), 7);
  EXPECT_EQ(evaluate_for_lane("4*(l//8)", 31), 12);
}

TEST(LaneExpression, ChoosesByConditionAndList) {
  EXPECT_EQ(evaluate_for_lane("5 if l in(3,4,9) else l", 4), 5);
  EXPECT_EQ(evaluate_for_lane("5 if l in(3,4,9) else l", 8), 8);
  EXPECT_EQ(evaluate_for_lane("4*(1 if l<16 else 2)", 16), 8);
}

}  // namespace lockstep::sim
