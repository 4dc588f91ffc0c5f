#include "assignment/formula_values/formula.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

namespace lockstep::assignment {
namespace {

const Names kNames = [](std::string_view name) -> std::optional<double> {
  static const std::map<std::string_view, double> values{
      {"n", 1000}, {"L", 64}, {"work-items", 500}, {"bank conflicts", 7}, {"work", 3}};
  const auto found = values.find(name);
  return found == values.end() ? std::nullopt : std::optional(found->second);
};

struct Written {
  const char* text;
  double value;
};

class Formulas : public testing::TestWithParam<Written> {};
TEST_P(Formulas, HaveTheirValues) {
  const auto value = evaluate(GetParam().text, kNames);
  ASSERT_TRUE(value) << value.error().message;
  EXPECT_DOUBLE_EQ(*value, GetParam().value);
}
INSTANTIATE_TEST_SUITE_P(All, Formulas,
                         testing::Values(Written{"2 log L + 1", 13}, Written{"log L / 2", 3},
                                         Written{"ceil(n / L) * L", 1024}, Written{"1.1 n", 1100},
                                         Written{"2 (n + L)", 2128}, Written{"work-items - 1", 499},
                                         Written{"bank conflicts / 7", 1}, Written{"2^3^2", 512},
                                         Written{"power(n)", 1024}, Written{"power(1)", 1},
                                         Written{"min(n, L) + max(1, 2)", 66}, Written{"n % L", 40},
                                         Written{"-L + n", 936}, Written{"4L", 256}),
                         [](const auto& it) { return "Formula" + std::to_string(it.index); });

TEST(Formula, AMistakeIsNamed) {
  const auto problem = [](std::string_view text) {
    const auto value = evaluate(text, kNames);
    return value ? std::string("none") : value.error().message;
  };
  using testing::HasSubstr;
  EXPECT_THAT(problem("n +"), HasSubstr("it ends where a value is missing"));
  EXPECT_THAT(problem("(n"), HasSubstr("closing bracket"));
  EXPECT_THAT(problem("m"), HasSubstr("\"m\" is not the name of a number"));
  EXPECT_THAT(problem("log2(n)"),
              HasSubstr("functions are log (of base 2), ceil, floor, min, max and power"));
  EXPECT_THAT(problem("n ? 1"), HasSubstr("\"? 1\" is not expected"));
  EXPECT_THAT(problem("1 / (n - 1000)"), HasSubstr("not a finite number"));
  EXPECT_THAT(problem("min(n)"), HasSubstr("two operands"));
  EXPECT_THAT(problem(std::string(300, '(')), HasSubstr("nested too deeply"));
  EXPECT_THAT(problem(std::string(2000, '1')), HasSubstr("at most"));
}

TEST(Formula, RandomTextsEnd) {
  std::mt19937 random(7);
  constexpr std::string_view letters = "nL0127+-*/%^() ,.logceilminmaxwork-items";
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (auto left = random() % 30; left > 0; --left) text += letters[random() % letters.size()];
    const auto value = evaluate(text, kNames);
    if (!value) {
      EXPECT_FALSE(value.error().message.empty()) << text;
    }
  }
}

}  // namespace
}  // namespace lockstep::assignment
