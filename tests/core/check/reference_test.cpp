#include "core/check/reference.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "core/plan/plan.hpp"

namespace lockstep {
namespace {

template <class T>
ReferenceValue<T> reference(Operator op, const std::vector<T>& values, std::uint64_t depth = 0) {
  SequentialReference<T> walk(op, depth);
  for (const T value : values) walk.take(value);
  return walk.value();
}

TEST(Reference, IntegersWrapAround) {
  EXPECT_EQ(reference<std::int32_t>(Operator::sum, {INT32_MAX, 1}).exact, INT32_MIN);
  EXPECT_EQ(reference<std::int32_t>(Operator::product, {1 << 20, 1 << 12, 3}).exact, 0);
  EXPECT_EQ(reference<std::int32_t>(Operator::product, {-3, 5, 7}).exact, -105);
  EXPECT_EQ(reference<std::uint64_t>(Operator::sum, {UINT64_MAX, 3}).exact, 2u);
  EXPECT_EQ(reference<std::int64_t>(Operator::product, {INT64_MAX, INT64_MAX}).exact, 1);
  EXPECT_EQ(reference<std::int8_t>(Operator::sum, {100, 100}).exact, -56);
}

TEST(Reference, AnEmptyInputGivesTheIdentity) {
  EXPECT_EQ(reference<int>(Operator::sum, {}).exact, 0);
  EXPECT_EQ(reference<float>(Operator::product, {}).exact, 1.0f);
  EXPECT_EQ(reference<int>(Operator::max, {}).exact, INT32_MIN);
  EXPECT_EQ(reference<float>(Operator::min, {}).exact, INFINITY);
}

TEST(Reference, ExtremesAreExact) {
  EXPECT_EQ(reference<float>(Operator::min, {3, -0.1f, 2}).exact, -0.1f);
  EXPECT_FALSE(reference<float>(Operator::max, {3, 2}).accepts(std::nextafter(3.0f, 4.0f)));
  EXPECT_EQ(reference<unsigned>(Operator::max, {3, 4000000000u}).exact, 4000000000u);
}

TEST(Reference, IntegersThatAFloatRepresentsAllowNoError) {
  const auto sum = reference<float>(Operator::sum, std::vector<float>(1000, 9));
  EXPECT_EQ(sum.tolerance, 0);
  EXPECT_TRUE(sum.accepts(9000));
  EXPECT_FALSE(sum.accepts(9001));
}

TEST(Reference, ALostElementOfASumIsDetected) {
  std::vector<float> values(100000, 0.7f);
  const auto sum = reference(Operator::sum, values, 17);
  float tree = 0;
  for (int block = 0; block < 100; ++block) {
    float part = 0;
    for (int i = 0; i < 1000; ++i) part += 0.7f;
    tree += part;
  }
  EXPECT_FALSE(sum.accepts(tree)) << "a chain of 1,100 additions is not a tree of depth 17";
  EXPECT_TRUE(reference(Operator::sum, values, 1100).accepts(tree));
  EXPECT_FALSE(sum.accepts(static_cast<float>(sum.wide - 0.7)));
  EXPECT_TRUE(sum.accepts(static_cast<float>(sum.wide)));
}

TEST(Reference, CompensationSurvivesCancellation) {
  const auto sum = reference<double>(Operator::sum, {1e100, 1, -1e100});
  EXPECT_EQ(sum.wide, 1);
  EXPECT_NEAR(reference<double>(Operator::product, std::vector<double>(1000, 1 + 0x1p-30)).wide,
              std::exp(1000 * std::log1p(0x1p-30)), 1e-15);
}

TEST(Reference, TheBoundGrowsWithTheDepth) {
  const std::vector<float> values(4096, 0.1f);
  EXPECT_LT(reference(Operator::sum, values, 12).tolerance, reference(Operator::sum, values, 4096).tolerance);
  EXPECT_EQ(reference(Operator::sum, values).tolerance, reference(Operator::sum, values, 4096).tolerance);
}

// In a tree, unlike in a chain, roundings of factors near 1 have a bias: a bound of 8 √n alone was too small.
TEST(Reference, ProductsOfManyRandomFactorsPassWhenMultipliedAsATree) {
  PlanBuffer buffer;
  buffer.type = ElementType::float32;
  buffer.elements = 1 << 20;
  buffer.content.pattern = Content::Pattern::random;
  buffer.content.op = Operator::product;
  const std::vector<std::byte> bytes = materialise(buffer);
  std::vector<float> values(buffer.elements);
  std::memcpy(values.data(), bytes.data(), bytes.size());
  const auto product = reference(Operator::product, values, 20);
  for (std::size_t s = 1; s < values.size(); s *= 2)
    for (std::size_t i = 0; i + s < values.size(); i += 2 * s) values[i] *= values[i + s];
  EXPECT_TRUE(product.accepts(values[0])) << values[0] << " for " << product.wide;
  EXPECT_LT(product.tolerance, 1e-3 * std::fabs(product.wide));
}

template <class T>
void expect_joins(Operator op, const std::vector<T>& values) {
  const auto whole = reference(op, values);
  for (const std::size_t cut : {std::size_t{0}, std::size_t{1}, values.size() / 2, values.size()}) {
    SequentialReference<T> first(op, 0), second(op, 0);
    for (std::size_t i = 0; i < values.size(); ++i) (i < cut ? first : second).take(values[i]);
    ASSERT_TRUE(second.can_be_joined());
    first.join(second);
    const ReferenceValue<T> joined = first.value();
    EXPECT_EQ(joined.exact, whole.exact) << name(op) << " at " << cut;
    EXPECT_NEAR(joined.wide, whole.wide, 1e-28 * std::fabs(whole.wide));
    EXPECT_NEAR(joined.tolerance, whole.tolerance, 1e-12 * whole.tolerance);
    EXPECT_NEAR(joined.magnitude, whole.magnitude, 1e-12 * whole.magnitude);
  }
}

TEST(Reference, OfConsecutivePartsJoinToThatOfTheWhole) {
  for (const Operator op : {Operator::sum, Operator::product, Operator::min, Operator::max}) {
    expect_joins<float>(op, {0.1f, 1e8f, -1e8f, 0.3f, 7, -0.1f});
    expect_joins<double>(op, {0.1, 1e16, -1e16, 0.3, 7, -0.1});
    expect_joins<int>(op, {3, -1, INT32_MAX, 5, 7, -3});
  }
  expect_joins<std::int64_t>(Operator::digits, {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4});
}

TEST(Reference, APartThatLeavesTheRangeOfDoubleIsNotJoined) {
  SequentialReference<double> sum(Operator::sum, 0), product(Operator::product, 0);
  for (const double x : {1e308, 1e308}) sum.take(x);
  for (const double x : {1e-200, 1e-120}) product.take(x);
  EXPECT_FALSE(sum.can_be_joined());
  EXPECT_FALSE(product.can_be_joined());
}

TEST(Reference, OverflowAndNanAreResultsToo) {
  const auto sum = reference<float>(Operator::sum, {3e38f, 3e38f});
  EXPECT_TRUE(sum.accepts(INFINITY));
  EXPECT_FALSE(sum.accepts(-INFINITY));
  EXPECT_FALSE(sum.accepts(3e38f));
  EXPECT_TRUE(reference<float>(Operator::sum, {INFINITY, -INFINITY}).accepts(NAN));
  EXPECT_FALSE(reference<float>(Operator::sum, {1, 2}).accepts(NAN));
  EXPECT_FALSE(reference<float>(Operator::sum, {1, 2}).accepts(INFINITY));
}

}  // namespace
}  // namespace lockstep
