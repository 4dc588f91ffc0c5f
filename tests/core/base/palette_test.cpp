#include "core/base/palette.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/base/chunked_list.hpp"

namespace lockstep {
namespace {

struct Number {
  std::uint64_t value = 0;
  bool operator==(const Number&) const = default;
  std::uint64_t hash() const { return palette_hash(value); }
};

TEST(ChunkedList, EntriesStayWhereTheyAre) {
  ChunkedList<int> list;
  EXPECT_TRUE(list.empty());
  list.push_back(0);
  const int* const first = &list[0];
  for (int i = 1; i < 10'000; ++i) list.push_back(i);
  EXPECT_EQ(first, &list[0]);
  EXPECT_EQ(list.size(), 10'000u);
  for (int i = 0; i < 10'000; ++i) ASSERT_EQ(list[static_cast<std::size_t>(i)], i);
  EXPECT_EQ(list.back(), 9999);
}

TEST(Palette, ValuesThatRepeatHaveOneNumber) {
  Palette<Number> palette;
  const std::uint32_t one = palette.add({1}), two = palette.add({2});
  EXPECT_NE(one, two);
  EXPECT_EQ(palette.add({1}), one);
  EXPECT_EQ(palette.add({2}), two);
  EXPECT_EQ(palette.size(), 2u);
}

TEST(Palette, ManyValuesKeepTheirOwn) {
  Palette<Number> palette;
  std::vector<std::uint32_t> numbers;
  for (std::uint64_t i = 0; i < 50'000; ++i) numbers.push_back(palette.add({i % 20'000}));
  for (std::uint64_t i = 0; i < 50'000; ++i) ASSERT_EQ(palette[numbers[i]].value, i % 20'000);
  EXPECT_LE(palette.size(), 50'000u);
}

}  // namespace
}  // namespace lockstep
