#include "core/plan/input.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <span>

namespace lockstep {
namespace {

template <class T>
std::vector<T> values(Content content, ElementType type, std::size_t count) {
  PlanBuffer buffer;
  buffer.type = type;
  buffer.elements = count;
  buffer.content = std::move(content);
  const std::vector<std::byte> bytes = materialise(buffer);
  std::vector<T> result(count);
  EXPECT_EQ(bytes.size(), count * sizeof(T));
  std::memcpy(result.data(), bytes.data(), bytes.size());
  return result;
}

Content random_for(Operator op, std::uint64_t seed = 1) {
  Content content{Content::Pattern::random, 0, seed, nullptr};
  content.op = op;
  return content;
}

TEST(Input, PatternsMatchTheirNames) {
  EXPECT_EQ(values<int>(*parse_input("iota"), ElementType::int32, 4), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(values<float>(*parse_input("ones"), ElementType::float32, 2), (std::vector<float>{1, 1}));
  EXPECT_EQ(values<int>(*parse_input("alternating"), ElementType::int32, 3), (std::vector<int>{1, -1, 1}));
  EXPECT_EQ(values<int>(*parse_input("one-huge"), ElementType::int32, 2), (std::vector<int>{INT32_MAX, 1}));
  EXPECT_EQ(values<float>(*parse_input("one-huge"), ElementType::float32, 2),
            (std::vector<float>{16777216, 1}));
  EXPECT_EQ(values<int>({}, ElementType::int32, 2), (std::vector<int>{0, 0}));
  EXPECT_EQ(parse_input("nonsense"), std::nullopt);
}

// A large array is filled in parts, by several threads: no element may depend on the division. The sums of
// the values were computed before parts were introduced.
TEST(Input, LargeArraysHaveTheValuesOfSmallOnes) {
  constexpr std::size_t n = (std::size_t{3} << 18) + 77;
  for (const char* name : {"random", "fractions", "iota", "one-huge"}) {
    Content content = *parse_input(name);
    for (const Operator op : {Operator::sum, Operator::product, Operator::min}) {
      content.op = op;
      const auto whole = values<double>(content, ElementType::float64, n);
      const auto begin = values<double>(content, ElementType::float64, 1000);
      EXPECT_TRUE(std::ranges::equal(begin, std::span(whole).first(1000))) << name;
    }
  }
  const auto random = values<std::int64_t>(random_for(Operator::sum), ElementType::int64, n);
  const auto fractions = values<double>(*parse_input("fractions"), ElementType::float64, n);
  EXPECT_EQ(std::accumulate(random.begin(), random.end(), std::int64_t{0}), 3'933'411);
  EXPECT_EQ(std::accumulate(fractions.begin(), fractions.end(), 0.0), 0x1.7f83a46bf11c6p+18);
  EXPECT_EQ(random.back(), 3);
}

// Sums of fractions must be rounded: they use all bits of the type, and the values are below 1.
TEST(Input, FractionsUseAllBitsOfTheirType) {
  Content content = *parse_input("fractions");
  unsigned last_bits = 0;
  for (const float x : values<float>(content, ElementType::float32, 1000)) {
    EXPECT_GE(x, 0);
    EXPECT_LT(x, 1);
    last_bits += std::fmod(x * 0x1p24f, 2.0f) == 1 ? 1 : 0;
  }
  EXPECT_NEAR(last_bits, 500, 100);
  for (const double x : values<double>(content, ElementType::float64, 100))
    EXPECT_NE(x, static_cast<float>(x));
  content.op = Operator::product;
  for (const float x : values<float>(content, ElementType::float32, 1000)) EXPECT_NEAR(x, 1, 0.002);
  EXPECT_EQ(values<int>(content, ElementType::int32, 8),
            values<int>(random_for(Operator::product), ElementType::int32, 8));
}

TEST(Input, TheSameOnEveryMachine) {
  // Fixed values: scenes, lessons and published tables rely on these numbers.
  EXPECT_EQ(values<int>(random_for(Operator::sum), ElementType::int32, 8),
            (std::vector<int>{8, 5, 3, 3, 6, 8, 5, 5}));
  EXPECT_NE(values<int>(random_for(Operator::sum, 2), ElementType::int32, 64),
            values<int>(random_for(Operator::sum, 1), ElementType::int32, 64));
}

TEST(Input, EveryLostElementOfARandomSumIsDetected) {
  for (const int value : values<int>(random_for(Operator::sum), ElementType::int32, 5000)) {
    EXPECT_GE(value, 1);
    EXPECT_LE(value, 9);
  }
}

TEST(Input, RandomProductsNeverBecomeZeroOrInfinite) {
  for (const unsigned value : values<unsigned>(random_for(Operator::product), ElementType::uint32, 5000)) {
    EXPECT_EQ(value % 2, 1u);
    EXPECT_GT(value, 1u);
  }
  float product = 1;
  for (const float value : values<float>(random_for(Operator::product), ElementType::float32, 1 << 20)) {
    product *= value;
    ASSERT_TRUE(std::isnormal(product));
  }
}

TEST(Input, RandomExtremesAreRareInLargeArrays) {
  const auto small = values<int>(random_for(Operator::min), ElementType::int32, 1024);
  EXPECT_LE(*std::max_element(small.begin(), small.end()), 99);
  const auto large = values<int>(random_for(Operator::min), ElementType::int32, 100000);
  EXPECT_LE(std::count(large.begin(), large.end(), *std::min_element(large.begin(), large.end())), 2);
  for (const unsigned value : values<unsigned>(random_for(Operator::max), ElementType::uint32, 1024))
    EXPECT_LE(value, 198u);
}

TEST(Input, ConstantsOutsideATypeAreClamped) {
  const Content big{Content::Pattern::constant, 1e30, 1, nullptr};
  const Content small{Content::Pattern::constant, -1e30, 1, nullptr};
  EXPECT_EQ(values<int>(big, ElementType::int32, 1)[0], INT32_MAX);
  EXPECT_EQ(values<int>(small, ElementType::int32, 1)[0], INT32_MIN);
  EXPECT_EQ(values<unsigned>(small, ElementType::uint32, 1)[0], 0u);
  EXPECT_EQ(values<std::uint64_t>(big, ElementType::uint64, 1)[0], UINT64_MAX);
  const Content nan{Content::Pattern::constant, std::nan(""), 1, nullptr};
  EXPECT_EQ(values<int>(nan, ElementType::int32, 1)[0], INT32_MIN);
}

TEST(Input, LiteralBytesArePaddedWithZeros) {
  Content content;
  content.pattern = Content::Pattern::bytes;
  content.bytes = std::make_shared<const std::vector<std::byte>>(std::vector<std::byte>{std::byte{5}});
  EXPECT_EQ(values<int>(content, ElementType::int32, 2), (std::vector<int>{5, 0}));
}

}  // namespace
}  // namespace lockstep
