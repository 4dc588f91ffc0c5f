#include "core/base/text/ordinal.hpp"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(Ordinals, AreWrittenAsPeopleWriteThem) {
  EXPECT_EQ(ordinal(1), "first");
  EXPECT_EQ(ordinal(10), "tenth");
  EXPECT_EQ(ordinal(11), "11th");
  EXPECT_EQ(ordinal(12), "12th");
  EXPECT_EQ(ordinal(13), "13th");
  EXPECT_EQ(ordinal(21), "21st");
  EXPECT_EQ(ordinal(32), "32nd");
  EXPECT_EQ(ordinal(103), "103rd");
  EXPECT_EQ(ordinal(112), "112th");
}

TEST(Ordinals, AreReadAsTheyAreWritten) {
  for (std::uint64_t number = 1; number < 130; ++number) EXPECT_EQ(parse_ordinal(ordinal(number)), number);
  EXPECT_EQ(parse_ordinal("3rd"), 3u);
  for (const char* word : {"", "3", "th", "0th", "last", "eleventh", "-1st", "3 rd"})
    EXPECT_FALSE(parse_ordinal(word)) << word;
}

}  // namespace
}  // namespace lockstep
