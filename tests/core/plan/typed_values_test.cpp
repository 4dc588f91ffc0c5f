#include "core/plan/typed_values.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace lockstep {
namespace {

TEST(TypedValues, AreTheInput) {
  const auto typed = parse_typed_values(" 3, 1;7\n-4 ", ElementType::int32);
  ASSERT_TRUE(typed) << typed.error().message;
  EXPECT_EQ(typed->count, 4u);
  std::int32_t values[4];
  ASSERT_EQ(typed->content.bytes->size(), sizeof values);
  std::memcpy(values, typed->content.bytes->data(), sizeof values);
  EXPECT_EQ(values[0], 3);
  EXPECT_EQ(values[2], 7);
  EXPECT_EQ(values[3], -4);
}

TEST(TypedValues, MistakesNameTheNumberAndTheType) {
  const auto message = [](std::string_view text, ElementType type) {
    const auto typed = parse_typed_values(text, type);
    return typed ? "accepted" : typed.error().message;
  };
  EXPECT_EQ(message("1,2.5", ElementType::int32),
            "\"2.5\" is not a number of type int; write values such as 3,1,7,0,4,1,6,3");
  EXPECT_EQ(message("1,300", ElementType::uint8).substr(0, 37), "\"300\" is not a number of type uchar; ");
  EXPECT_EQ(message("1,2.5", ElementType::float32), "accepted");
  EXPECT_EQ(message(" , ", ElementType::int32).substr(0, 19), "there are no values");
}

TEST(TypedValues, AreToldFromTheNamesOfPatterns) {
  EXPECT_TRUE(looks_typed("3,1"));
  EXPECT_TRUE(looks_typed(" -7"));
  EXPECT_FALSE(looks_typed("random"));
  EXPECT_FALSE(looks_typed(""));
}

}  // namespace
}  // namespace lockstep
