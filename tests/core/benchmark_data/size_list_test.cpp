#include "core/benchmark_data/size_list.hpp"

#include <gtest/gtest.h>

namespace lockstep::measure {
namespace {

using Sizes = std::vector<std::uint64_t>;

Sizes sizes(std::string_view text, std::uint64_t most = UINT64_MAX) {
  return sizes_in(parse_size_ranges(text).value(), [most](std::uint64_t n) { return n <= most; });
}

TEST(SizeList, OneListAndRange) {
  EXPECT_EQ(sizes("16Mi"), Sizes{16 << 20});
  EXPECT_EQ(sizes("16Ki,1Ki"), (Sizes{1 << 10, 16 << 10})) << "ascending";
  EXPECT_EQ(sizes("1Ki..64Ki"), (Sizes{1 << 10, 4 << 10, 16 << 10, 64 << 10}));
  EXPECT_EQ(sizes("1Ki..4Ki,2Ki"), (Sizes{1 << 10, 2 << 10, 4 << 10}));
  EXPECT_EQ(sizes("1Ki..8Ki:2"), (Sizes{1 << 10, 2 << 10, 4 << 10, 8 << 10}));
}

TEST(SizeList, TheEndOfARangeIsAlwaysIncluded) {
  EXPECT_EQ(sizes("1Ki..10000"), (Sizes{1 << 10, 4 << 10, 10000}));
  EXPECT_EQ(sizes("7..7"), Sizes{7});
}

TEST(SizeList, AnOpenRangeEndsWithTheLargestSizeThatFits) {
  EXPECT_EQ(sizes("1Ki..", 20000), (Sizes{1 << 10, 4 << 10, 16 << 10}));
  EXPECT_EQ(sizes("1Ki..", 100), Sizes{1 << 10}) << "what was asked for is tried";
  EXPECT_EQ(sizes("1Gi..:2").back(), std::uint64_t{1} << 40) << "it ends";
  EXPECT_EQ(sizes("1Ki..4Ki", 100).size(), 2u) << "a range with an end is taken as it is";
}

TEST(SizeList, RefusesInvalidLists) {
  for (const char* text :
       {"", "1Ki,", "..4Ki", "4Ki..1Ki", "1Ki..4Ki:1", "1Ki..4Ki:x", "0..4", "1Ki...4Ki", "1Ki-4Ki"}) {
    const auto ranges = parse_size_ranges(text);
    ASSERT_FALSE(ranges) << text;
    EXPECT_EQ(ranges.error().kind, Error::Kind::usage);
  }
}

}  // namespace
}  // namespace lockstep::measure
