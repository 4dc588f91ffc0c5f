#include "assignment/dates/times.hpp"

#include <gtest/gtest.h>

namespace lockstep::assignment {
namespace {

TEST(IsoTime, TimesOfAllZonesCompareAsTexts) {
  EXPECT_EQ(iso_time("2026-11-20T14:03:09Z"), "2026-11-20T14:03:09Z");
  EXPECT_EQ(iso_time("2026-11-20 14:03:09.123456000 Z"), "2026-11-20T14:03:09Z");
  EXPECT_EQ(iso_time("2026-11-20 15:03:09 +0100"), "2026-11-20T14:03:09Z");
  EXPECT_EQ(iso_time("2026-12-31T17:30:00.5-07:30"), "2027-01-01T01:00:00Z");
  EXPECT_EQ(iso_time("2024-03-01T00:30+01"), "2024-02-29T23:30:00Z");
}

TEST(IsoTime, WithoutAZoneThereIsNone) { EXPECT_EQ(iso_time("2026-11-20 14:03"), "2026-11-20T14:03:00"); }

TEST(IsoTime, AnythingElseIsNone) {
  for (const char* text :
       {"", "yesterday", "2026-11-20", "20.11.2026 14:03", "2026-02-29T00:00Z", "2026-13-01T00:00Z",
        "2026-11-20T24:00Z", "2026-11-20T14:03 CET", "2026-11-20T14:03+99", "2026-11-20T14:03Zx",
        "2026-11-20T14", "2026-1-2T14:03", "2026-11-20T14:03+01:00:00"})
    EXPECT_EQ(iso_time(text), std::nullopt) << text;
}

TEST(Times, ADayAndAMinuteLastToTheirLastSecond) {
  EXPECT_EQ(*parse_time("2026-12-01"), *parse_time("2026-12-01 23:59:59"));
  EXPECT_EQ(*parse_time("2026-12-01 12:00 +0100"), *parse_time("2026-12-01 11:00:59"));
  EXPECT_EQ(*parse_time("2026-12-01 12:00:00") + 59, *parse_time("2026-12-01 12:00"));
}

TEST(Times, AreReadAndWritten) {
  EXPECT_EQ(time_of(*parse_time("2026-12-01")), "2026-12-01 23:59 UTC");
  EXPECT_EQ(time_of(*parse_time("2026-12-01 10:00 UTC")), "2026-12-01 10:00 UTC");
  EXPECT_EQ(time_of(*parse_time("2026-12-01 00:30 +0100")), "2026-11-30 23:30 UTC");
  EXPECT_EQ(time_of(*parse_time("2026-12-01T10:00:30Z")), "2026-12-01 10:00 UTC");
  for (const char* text :
       {"", "2026-13-01", "2026-02-30", "2026-12-01 25:00", "01.12.2026", "2026-12-01 10:00 x"})
    EXPECT_FALSE(parse_time(text)) << text;
}

}  // namespace
}  // namespace lockstep::assignment
