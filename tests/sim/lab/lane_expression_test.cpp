#include "sim/lab/lane_expression.hpp"

#include <gtest/gtest.h>

namespace lockstep::lab {
namespace {

std::int64_t value(std::string_view text, std::int64_t lane) {
  return evaluate_for_lane(text, lane).value_or(-999);
}
std::string error(std::string_view text) {
  const auto result = evaluate_for_lane(text, 3);
  return result ? "" : result.error().message;
}

TEST(LaneExpression, FollowsThePrecedenceOfPython) {
  EXPECT_EQ(value("4*(5*l+3)%32", 7), 4 * (5 * 7 + 3) % 32);
  EXPECT_EQ(value("1|2^3&4<<1+1", 0), 1 | (2 ^ (3 & (4 << (1 + 1)))));
  EXPECT_EQ(value("l - 1 - 1", 9), 7);
  EXPECT_EQ(value("4*(l//8)", 31), 12);
  EXPECT_EQ(value("-l + 40", 9), 31);
}

TEST(LaneExpression, ChoosesByConditionAndList) {
  EXPECT_EQ(value("5 if l in(3,4,9) else l", 4), 5);
  EXPECT_EQ(value("5 if l in(3,4,9) else l", 8), 8);
  EXPECT_EQ(value("4*(1 if l<16 else 2)", 16), 8);
  EXPECT_EQ(value("l >= 16 ? 7 : l", 16), 7);
  EXPECT_EQ(value("l != 2 ? 7 : l", 2), 2);
}

TEST(LaneExpression, SaysWhatIsMissingAndWhere) {
  EXPECT_EQ(error("l +"), "\"l +\", character 4: a number, l or ( is expected");
  EXPECT_EQ(error("(l"), "\"(l\", character 3: \")\" is expected");
  EXPECT_EQ(error("l k"), "\"l k\", character 3: an operator is expected");
  EXPECT_EQ(error("8 / (l - 3)"), "\"8 / (l - 3)\", character 12: this divides by 0");
  EXPECT_EQ(error("1 << 64"), "\"1 << 64\", character 8: a shift by 0 to 63 is expected");
  EXPECT_EQ(error("99999999999"), "\"99999999999\", character 10: this number is too large");
}

TEST(LaneExpression, EndsOnAnyText) {
  EXPECT_NE(error(std::string(100'000, '(')), "");
  EXPECT_NE(error(std::string(100'000, '-')), "");
  EXPECT_NE(error(""), "");
  EXPECT_EQ(value("(-9223372036854775807 - 1) / -1", 0), -999);  // too large to be typed
  EXPECT_EQ(value("(1 << 63) / -1", 0), INT64_MIN);
  EXPECT_EQ(value("(1 << 63) % -1", 0), 0);
}

}  // namespace
}  // namespace lockstep::lab
