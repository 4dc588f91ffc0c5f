#include "core/check/check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/base/int128.hpp"
#include "core/plan/input.hpp"
#include "core/plan/operations.hpp"

namespace lockstep {
namespace {

template <class T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

Plan plan_of(Expectation::Kind kind, ElementType type, std::uint64_t n) {
  Plan plan;
  plan.n = n;
  plan.type = type;
  plan.buffers.resize(2);
  plan.buffers[0].type = plan.buffers[1].type = type;
  plan.buffers[0].elements = plan.buffers[1].elements = n;
  plan.expectation = Expectation{.kind = kind, .result_buffer = 1, .result_elements = n};
  return plan;
}

const std::vector<int> input{3, 1, 4, 1};

TEST(Check, Reduction) {
  const Plan plan = plan_of(Expectation::Kind::reduction, ElementType::int32, 4);
  EXPECT_TRUE(check_result(plan, bytes_of(input), bytes_of<int>({9, 7, 7, 7})).passed())
      << "only element 0 counts";
  const CheckResult wrong = check_result(plan, bytes_of(input), bytes_of<int>({8}));
  EXPECT_FALSE(wrong.passed());
  EXPECT_EQ(wrong.message("out"), "out[0] is 8, but the sequential reference gives 9.");
}

TEST(Check, InclusiveAndExclusiveScans) {
  const Plan inclusive = plan_of(Expectation::Kind::inclusive_scan, ElementType::int32, 4);
  EXPECT_TRUE(check_result(inclusive, bytes_of(input), bytes_of<int>({3, 4, 8, 9})).passed());
  const Plan exclusive = plan_of(Expectation::Kind::exclusive_scan, ElementType::int32, 4);
  EXPECT_TRUE(check_result(exclusive, bytes_of(input), bytes_of<int>({0, 3, 4, 8})).passed());
  const CheckResult wrong = check_result(exclusive, bytes_of(input), bytes_of<int>({0, 3, 5, 9}));
  ASSERT_TRUE(wrong.first);
  EXPECT_EQ(wrong.first->index, 2u);
  EXPECT_EQ(wrong.message("out"),
            "out[2] is 5, but the sequential reference gives 4. One more element is wrong.");
}

// Long enough to be checked in several parts; repeated checks compare these in parallel.
template <class T>
void look_often(ElementType type, Expectation::Kind kind) {
  const std::uint64_t n = (std::uint64_t{5} << 19) + 3;
  const Plan plan = plan_of(kind, type, n);
  std::vector<T> x(n), right(n);
  T sum = 0;
  for (std::uint64_t i = 0; i < n; ++i) {
    x[i] = static_cast<T>(i % 7) - 3;
    if (kind == Expectation::Kind::exclusive_scan) right[i] = sum;
    sum += x[i];
    if (kind == Expectation::Kind::inclusive_scan) right[i] = sum;
  }
  if (kind == Expectation::Kind::reduction) right[0] = sum;
  const auto input_bytes = bytes_of(x);
  ResultChecker checker(plan, input_bytes);
  for (int look = 0; look < 3; ++look) {
    EXPECT_TRUE(checker.check(bytes_of(right)).passed()) << look;
    std::vector<T> wrong = right;
    wrong[0] += 1;
    if (kind != Expectation::Kind::reduction) wrong[n - 1] += 5;
    const CheckResult found = checker.check(bytes_of(wrong));
    const CheckResult alone = check_result(plan, input_bytes, bytes_of(wrong));
    EXPECT_EQ(found.differences, kind == Expectation::Kind::reduction ? 1u : 2u) << look;
    ASSERT_TRUE(found.first);
    EXPECT_EQ(found.message("out"), alone.message("out"));
    ASSERT_EQ(found.error.has_value(), alone.error.has_value());
    if (found.error) {
      EXPECT_EQ(found.error->index, alone.error->index);
    }
  }
}

TEST(Check, RepeatedChecksGiveTheSameResult) {
  using enum Expectation::Kind;
  for (const Expectation::Kind kind : {reduction, inclusive_scan, exclusive_scan}) {
    look_often<int>(ElementType::int32, kind);
    look_often<float>(ElementType::float32, kind);
  }
}

// Three parts and a remainder, whose references are combined.
constexpr std::uint64_t kSeveralParts = (std::uint64_t{3} << 20) + 5;

std::vector<double> fractions(std::uint64_t n) {
  std::vector<double> x(n);
  fill_input(*parse_input("fractions"), ElementType::float64, std::as_writable_bytes(std::span(x)));
  return x;
}

using Wide = UInt128;

// Sums that are rounded from the first element on, and are known exactly as multiples of 2^-53.
TEST(Check, ALongScanOfFractionsIsJudgedFromItsParts) {
  const std::vector<double> x = fractions(kSeveralParts);
  Plan plan = plan_of(Expectation::Kind::inclusive_scan, ElementType::float64, x.size());
  std::vector<double> right(x.size());
  Wide exact = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    exact += static_cast<std::uint64_t>(std::ldexp(x[i], 53));
    right[i] = std::ldexp(static_cast<double>(exact), -53);
  }
  const CheckResult check = check_result(plan, bytes_of(x), bytes_of(right));
  EXPECT_TRUE(check.passed()) << check.message("out");
  ASSERT_TRUE(check.error);
  EXPECT_LE(check.error->in_ulps, 0.5) << "the reference is as exact as the type";
  right[x.size() - 1] *= 1 + 1e-6;
  right[x.size() - 2] *= 1 - 1e-6;
  const CheckResult wrong = check_result(plan, bytes_of(x), bytes_of(right));
  EXPECT_EQ(wrong.differences, 2u);
  EXPECT_EQ(wrong.first->index, x.size() - 2);
}

// At the beginning of a part, inside it and at its end: one wrong element among results that must be exact.
template <class T>
void find_one_wrong(ElementType type, Operator op, bool exclusive) {
  using enum Expectation::Kind;
  Plan plan = plan_of(exclusive ? exclusive_scan : inclusive_scan, type, kSeveralParts);
  plan.expectation->op = op;
  std::vector<T> x(kSeveralParts), right(kSeveralParts);
  T total = identity_of<T>(op);
  for (std::uint64_t i = 0; i < kSeveralParts; ++i) {
    x[i] = static_cast<T>(i * 7919 % 1000) - T(500);
    if (exclusive) right[i] = total;
    if (op == Operator::sum)
      total = static_cast<T>(total + x[i]);
    else
      total = op == Operator::min ? std::min(total, x[i]) : std::max(total, x[i]);
    if (!exclusive) right[i] = total;
  }
  const auto input_bytes = bytes_of(x);
  ResultChecker checker(plan, input_bytes);
  EXPECT_TRUE(checker.check(bytes_of(right)).passed());
  for (const std::uint64_t at : {std::uint64_t{1} << 20, (std::uint64_t{1} << 20) + 77, kSeveralParts - 1}) {
    std::vector<T> wrong = right;
    wrong[at] = static_cast<T>(wrong[at] - 1);
    const CheckResult found = checker.check(bytes_of(wrong));
    EXPECT_EQ(found.differences, 1u);
    ASSERT_TRUE(found.first);
    EXPECT_EQ(found.first->index, at);
    if (found.error) {
      EXPECT_EQ(found.error->index, at);
    }
  }
}

TEST(Check, OneWrongElementOfALongScanIsFound) {
  for (const Operator op : {Operator::sum, Operator::min, Operator::max})
    for (const bool exclusive : {false, true}) {
      find_one_wrong<int>(ElementType::int32, op, exclusive);
      find_one_wrong<std::int16_t>(ElementType::int16, op, exclusive);
      find_one_wrong<double>(ElementType::float64, op, exclusive);
    }
}

TEST(Check, DifferencesInSeveralPartsAreInOrder) {
  const std::vector<int> x(kSeveralParts, 1);
  const Plan plan = plan_of(Expectation::Kind::exclusive_scan, ElementType::int32, x.size());
  std::vector<int> got(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) got[i] = static_cast<int>(i);
  for (const std::size_t wrong : {kSeveralParts - 1, std::uint64_t{1} << 20, std::uint64_t{7}})
    got[wrong] = -1;
  const CheckResult check = check_result(plan, bytes_of(x), bytes_of(got));
  EXPECT_EQ(check.differences, 3u);
  EXPECT_EQ(check.first->index, 7u);
  ASSERT_EQ(check.more.size(), 2u);
  EXPECT_EQ(check.more[0].index, std::uint64_t{1} << 20);
  EXPECT_EQ(check.more[1].index, kSeveralParts - 1);
}

// Computed alone, the second part leaves the range in which double is exact; computed after the first part,
// it does not.
TEST(Check, PartsThatLeaveTheRangeAreTakenInOrder) {
  std::vector<double> x(kSeveralParts, 1);
  x[0] = 1e300;
  x[(1 << 20) + 1] = 1e-200;
  x[(1 << 20) + 2] = 1e-120;
  Plan plan = plan_of(Expectation::Kind::reduction, ElementType::float64, x.size());
  plan.expectation->op = Operator::product;
  const double product = 1e300 * 1e-200 * 1e-120;
  EXPECT_TRUE(check_result(plan, bytes_of(x), bytes_of<double>({product})).passed());
  EXPECT_FALSE(check_result(plan, bytes_of(x), bytes_of<double>({product * (1 + 1e-6)})).passed());
}

TEST(Check, AResultThatIsTooShortIsWrong) {
  const Plan plan = plan_of(Expectation::Kind::inclusive_scan, ElementType::int32, 4);
  const CheckResult wrong = check_result(plan, bytes_of(input), bytes_of<int>({3, 4}));
  EXPECT_EQ(wrong.differences, 2u);
  EXPECT_EQ(wrong.first->got, "missing");
}

TEST(Check, FurtherWrongElementsAreKeptInOrder) {
  const Plan plan = plan_of(Expectation::Kind::inclusive_scan, ElementType::int32, 4);
  const CheckResult wrong = check_result(plan, bytes_of(input), bytes_of<int>({3, 0, 8, 7}));
  EXPECT_EQ(wrong.first->index, 1u);
  ASSERT_EQ(wrong.more.size(), 1u);
  EXPECT_EQ(wrong.more[0].index, 3u);
  EXPECT_EQ(wrong.more[0].got, "7");
}

TEST(Check, NoMoreDifferencesAreKeptThanAreShown) {
  const std::uint64_t n = 4 * CheckResult::kMaxDifferences;
  const Plan plan = plan_of(Expectation::Kind::inclusive_scan, ElementType::int32, n);
  const CheckResult wrong =
      check_result(plan, bytes_of(std::vector<int>(n, 1)), bytes_of(std::vector<int>(n, 0)));
  EXPECT_EQ(wrong.differences, n);
  EXPECT_EQ(wrong.more.size(), CheckResult::kMaxDifferences - 1);
  EXPECT_EQ(wrong.more.back().index, CheckResult::kMaxDifferences - 1);
}

TEST(Check, FloatErrorsNameTheTolerance) {
  const Plan plan = plan_of(Expectation::Kind::reduction, ElementType::float32, 2);
  const CheckResult wrong = check_result(plan, bytes_of<float>({0.5f, 0.25f}), bytes_of<float>({1.0f}));
  EXPECT_NE(wrong.message("out").find("gives 0.75 (± "), std::string::npos) << wrong.message("out");
}

// 1 + 2^-24 + 2^-24 from left to right is 1 in float, and 1 + 2^-23 exactly.
TEST(Check, TheLargestErrorOfAFloatResult) {
  Plan plan = plan_of(Expectation::Kind::inclusive_scan, ElementType::float32, 3);
  plan.expectation->depth = 2;
  const std::vector<float> addends{1.0f, 0x1p-24f, 0x1p-24f};
  const CheckResult check = check_result(plan, bytes_of(addends), bytes_of<float>({1, 1, 1}));
  EXPECT_TRUE(check.passed());
  ASSERT_TRUE(check.error);
  EXPECT_EQ(check.error->index, 2u);
  EXPECT_EQ(check.error->absolute, 0x1p-23);
  EXPECT_EQ(check.error->in_ulps, 1);
  EXPECT_NEAR(check.error->in_units, 2, 1e-6);
  EXPECT_NEAR(check.error->bound_in_units, 3, 1e-6);
  EXPECT_NEAR(check.error->bound, 3 * 0x1p-24, 1e-12);
}

TEST(Check, AWrongFloatResultHasAnErrorAndAnOverflowHasNone) {
  const Plan plan = plan_of(Expectation::Kind::reduction, ElementType::float32, 2);
  const CheckResult wrong = check_result(plan, bytes_of<float>({0.5f, 0.25f}), bytes_of<float>({1.0f}));
  EXPECT_FALSE(wrong.passed());
  ASSERT_TRUE(wrong.error);
  EXPECT_EQ(wrong.error->absolute, 0.25);
  EXPECT_GT(wrong.error->absolute, wrong.error->bound);
  EXPECT_FALSE(check_result(plan, bytes_of<float>({1, 2}), bytes_of<float>({INFINITY})).error);
}

TEST(Check, ExactResultsHaveNoError) {
  const Plan whole = plan_of(Expectation::Kind::reduction, ElementType::float32, 2);
  const CheckResult sum = check_result(whole, bytes_of<float>({3, 4}), bytes_of<float>({7}));
  ASSERT_TRUE(sum.error);
  EXPECT_EQ(sum.error->absolute, 0);
  EXPECT_EQ(sum.error->bound, 0);
  const Plan integers = plan_of(Expectation::Kind::reduction, ElementType::int32, 4);
  EXPECT_FALSE(check_result(integers, bytes_of(input), bytes_of<int>({9})).error);
}

// n − 1 sequential roundings accumulate more error than the roundings of a tree.
TEST(Check, ALongChainOfAdditionsHasALargerErrorThanATree) {
  constexpr std::uint64_t n = 1 << 14;
  Plan plan = plan_of(Expectation::Kind::reduction, ElementType::float32, n);
  std::vector<float> values(n);
  fill_input(*parse_input("fractions"), ElementType::float32, std::as_writable_bytes(std::span(values)));
  float chain = 0;
  for (const float x : values) chain += x;
  std::vector<float> tree = values;
  for (std::uint64_t s = n / 2; s > 0; s /= 2)
    for (std::uint64_t i = 0; i < s; ++i) tree[i] += tree[i + s];
  plan.expectation->depth = n - 1;
  const CheckResult of_chain = check_result(plan, bytes_of(values), bytes_of<float>({chain}));
  plan.expectation->depth = 14;
  const CheckResult of_tree = check_result(plan, bytes_of(values), bytes_of<float>({tree[0]}));
  ASSERT_TRUE(of_chain.passed() && of_tree.passed());
  EXPECT_GT(of_chain.error->absolute, 10 * of_tree.error->absolute);
  EXPECT_GT(of_chain.error->bound, 1000 * of_tree.error->bound);
}

TEST(Check, CharsAreNumbers) {
  const Plan plan = plan_of(Expectation::Kind::reduction, ElementType::int8, 1);
  const CheckResult wrong = check_result(plan, bytes_of<std::int8_t>({-65}), bytes_of<std::int8_t>({65}));
  EXPECT_EQ(wrong.message("out"), "out[0] is 65, but the sequential reference gives -65.");
}

}  // namespace
}  // namespace lockstep
