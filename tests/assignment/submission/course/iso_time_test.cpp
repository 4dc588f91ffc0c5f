#include "assignment/submission/course/iso_time.hpp"

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

}  // namespace
}  // namespace lockstep::assignment
