#include "core/base/text/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(Text, SizesHaveBinarySuffixes) {
  EXPECT_EQ(parse_size("1"), 1u);
  EXPECT_EQ(parse_size("64Ki"), 65536u);
  EXPECT_EQ(parse_size("16Mi"), 16777216u);
  EXPECT_EQ(parse_size("1Gi"), 1073741824u);
  EXPECT_EQ(parse_size("0"), 0u);
}

TEST(Text, RefusesInvalidSizes) {
  for (const char* text :
       {"", "Mi", "-1", "1.5Mi", "16M", "16Mi ", "99999999999999999999", "18446744073709551615Ki"}) {
    const auto size = parse_size(text);
    ASSERT_FALSE(size) << text;
    EXPECT_EQ(size.error().kind, Error::Kind::usage);
    EXPECT_NE(size.error().message.find("16Mi"), std::string::npos) << "says what to write instead";
  }
}

TEST(Text, CountsAndSizesForPeople) {
  EXPECT_EQ(bytes_text(512), "512 bytes");
  EXPECT_EQ(bytes_text(48 * 1024), "48 KiB");
  EXPECT_EQ(bytes_text(std::uint64_t{3} << 30), "3 GiB");
  EXPECT_EQ(bytes_text(UINT64_MAX), "16 EiB");
  EXPECT_EQ(count_text(7), "7");
  EXPECT_EQ(count_text(16777216), "16,777,216");
  EXPECT_EQ(count_text(100), "100");
}

TEST(Text, SingularAndPlural) {
  EXPECT_EQ(plural(1, "pass"), "1 pass");
  EXPECT_EQ(plural(2, "pass"), "2 passes");
  EXPECT_EQ(plural(0, "branch"), "0 branches");
  EXPECT_EQ(plural(1024, "byte"), "1,024 bytes");
  EXPECT_EQ(noun_for(1, "launch"), "launch");
  EXPECT_EQ(noun_for(2, "launch"), "launches");
}

TEST(Text, Times) {
  EXPECT_EQ(time_text(850.0), "850 ns");
  EXPECT_EQ(time_text(std::uint64_t{999}), "999 ns");
  EXPECT_EQ(time_text(std::uint64_t{45'600}), "45.6 µs");
  EXPECT_EQ(time_text(12'500.0), "12.5 µs");
  EXPECT_EQ(time_text(std::uint64_t{1'200'000}), "1.2 ms");
  EXPECT_EQ(time_text(3e10), "30 s");
  EXPECT_EQ(column_time_text(9'800), "9.80 µs");
  EXPECT_EQ(column_time_text(12'500), "12.5 µs");
  EXPECT_EQ(column_time_text(9'999'000), "9999 µs");
  EXPECT_EQ(column_time_text(1.25e7), "12.5 ms");
  EXPECT_THAT(utc_now(), testing::MatchesRegex("....-..-..T..:..:..Z"));
}

TEST(Text, WidthsAreCharacters) {
  EXPECT_EQ(width_of("2·3 µs"), 6u);
  EXPECT_EQ(pad_left("µs", 4), "  µs");
  EXPECT_EQ(pad_right("µs", 4), "µs  ");
  EXPECT_EQ(pad_left("longer", 4), "longer");
}

TEST(Text, CasesOfLetters) {
  EXPECT_EQ(lower("Warp µ 32"), "warp µ 32");
  EXPECT_EQ(upper("warp µ 32"), "WARP µ 32");
  EXPECT_EQ(as_sentence("index out of range"), "Index out of range.");
  EXPECT_EQ(as_sentence("Done."), "Done.");
  EXPECT_EQ(as_sentence("out[0] is 4"), "out[0] is 4.");
  EXPECT_EQ(as_sentence("x3 is missing"), "x3 is missing.");
  EXPECT_EQ(as_sentence("work-item 3 waits"), "Work-item 3 waits.");
  EXPECT_EQ(as_sentence(""), "");
}

TEST(Text, EditDistance) {
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("reduce", "reduce"), 0u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("redcue", "reduce"), 1u) << "neighbours exchanged";
}

TEST(Text, QuotesAreCut) {
  EXPECT_EQ(shortened("reduce", 6), "reduce");
  EXPECT_EQ(shortened("reduces", 6), "reduc…");
  EXPECT_EQ(shortened("µµµµ", 3), "µµ…") << "characters are not divided";
  EXPECT_EQ(width_of(shortened(std::string(5'000'000, 'x'))), 60u);
  EXPECT_EQ(shortened(""), "");
}

TEST(Text, LongNamesAreComparedInShortTime) {
  const std::string name(20'000'000, 'x');
  EXPECT_EQ(edit_distance(name, name + "y"), 0u);
  EXPECT_EQ(nearest_names(name, std::vector<std::string>(100, "reduce"), 3).size(), 3u);
}

TEST(Text, NearestNames) {
  EXPECT_THAT(nearest_names("scan", {"reduce", "span", "scans", "can"}, 2),
              testing::ElementsAre("span", "scans"));
  EXPECT_THAT(nearest_names("x", {"a"}, 3), testing::ElementsAre("a"));
}

}  // namespace
}  // namespace lockstep
