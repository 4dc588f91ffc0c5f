#include "core/base/text/checked_number.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep {
namespace {

using testing::HasSubstr;

TEST(CheckedNumber, WholeNumbersWithinTheirRange) {
  EXPECT_EQ(read_whole("--n", "64Ki", {1, kMaxElements}).value(), 64u << 10);
  EXPECT_EQ(read_whole("--n", "1", {1, 1}).value(), 1u);
  EXPECT_EQ(read_whole("--seed", "18446744073709551615", {}).value(), UINT64_MAX);
}

TEST(CheckedNumber, TheErrorNamesOptionGivenAndAllowed) {
  EXPECT_EQ(read_whole("--repeat", "0", {1, 10'000}).error().message,
            "--repeat 0: give a whole number from 1 to 10,000");
  EXPECT_EQ(read_whole("--n", "", {1, kMaxElements}).error().message,
            "--n '': give a whole number from 1 to 1Ti");
  EXPECT_EQ(read_real("--timeout", "nan", {0, 1e6, "seconds, 0 means never"}).error().message,
            "--timeout nan: give a number from 0 to 1,000,000; seconds, 0 means never");
}

TEST(CheckedNumber, WhatIsNoNumberOfTheRange) {
  for (const char* text : {"",
                           " ",
                           "0",
                           "-1",
                           "+1",
                           "nan",
                           "inf",
                           "1e999",
                           "1e3",
                           "0x10",
                           "1 ",
                           " 1",
                           "1.5",
                           "16Gi",
                           "64ki",
                           "1Kii",
                           "99999999999999999999",
                           "18446744073709551615Ki",
                           "17179869184Gi",
                           "4..1",
                           "1,2",
                           "1\0012"})
    EXPECT_EQ(read_whole("--x", text, {1, 10'000}).error().kind, Error::Kind::usage) << text;
  for (const char* text :
       {"", "nan", "-nan", "inf", "-inf", "infinity", "1e999", "-1", "8.1", "1x", " 1", "0x1p3"})
    EXPECT_FALSE(read_real("--x", text, {0.25, 8})) << text;
  EXPECT_EQ(read_real("--x", "0.25", {0.25, 8}).value(), 0.25);
}

TEST(CheckedNumber, ALongTextIsCut) {
  const std::string message = read_whole("--n", std::string(5'000'000, '9'), {}).error().message;
  EXPECT_LT(message.size(), 200u);
  EXPECT_THAT(message, HasSubstr("999…: give a whole number"));
}

}  // namespace
}  // namespace lockstep
