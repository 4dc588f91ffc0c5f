#include "core/check/part_check.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "core/plan/element.hpp"
#include "core/plan/input.hpp"
#include "core/plan/operations.hpp"

namespace lockstep {
namespace {

Plan plan_of(std::uint64_t n, ElementType type, Operator op, Expectation::Kind kind) {
  Plan plan;
  plan.n = n;
  plan.type = type;
  plan.buffers.resize(2);
  for (PlanBuffer& buffer : plan.buffers) {
    buffer.type = type;
    buffer.elements = n;
  }
  Expectation expected;
  expected.kind = kind;
  expected.op = op;
  expected.result_buffer = 1;
  expected.result_elements = kind == Expectation::Kind::reduction ? 1 : n;
  expected.depth = 20;
  plan.expectation = expected;
  return plan;
}

std::vector<std::byte> input_of(Operator op, ElementType type, std::uint64_t first, std::uint64_t n) {
  std::vector<std::byte> bytes(n * size_bytes(type));
  fill_input(Content{Content::Pattern::fractions, 0, 1, nullptr, op}, type, bytes, first);
  return bytes;
}

struct Cut {
  std::uint64_t first, n;
};
constexpr Cut kCuts[]{{0, 1}, {1, 300}, {301, 199}};
constexpr std::uint64_t kAll = 500;

std::vector<PartReference> references(Operator op, ElementType type) {
  std::vector<PartReference> all;
  for (const Cut& cut : kCuts) {
    const Plan plan = plan_of(cut.n, type, op, Expectation::Kind::inclusive_scan);
    const auto elements = input_of(op, type, cut.first, cut.n);
    all.push_back(PartChecker(plan, elements).reference().value());
  }
  return all;
}

template <class T>
std::vector<T> scan(Operator op, bool exclusive) {
  const auto bytes = input_of(op, ElementType::int32, 0, kAll);
  std::vector<T> out(kAll);
  T sum = identity_of<T>(op);
  for (std::uint64_t i = 0; i < kAll; ++i) {
    T x;
    std::memcpy(&x, bytes.data() + i * sizeof x, sizeof x);
    if (exclusive) out[i] = sum;
    sum = combine_integers(op, sum, x);
    if (!exclusive) out[i] = sum;
  }
  return out;
}

TEST(PartCheck, PartsOfAnInputAreThoseOfTheWhole) {
  for (const ElementType type : {ElementType::int32, ElementType::float64}) {
    const auto whole = input_of(Operator::sum, type, 0, 500);
    const auto part = input_of(Operator::sum, type, 301, 199);
    EXPECT_TRUE(std::equal(part.begin(), part.end(),
                           whole.begin() + static_cast<std::ptrdiff_t>(301 * size_bytes(type))));
  }
  std::vector<std::byte> typed(3);
  const Content given{Content::Pattern::bytes, 0, 1,
                      std::make_shared<std::vector<std::byte>>(5, std::byte{7})};
  fill_input(given, ElementType::int8, typed, 4);
  EXPECT_EQ(typed, (std::vector{std::byte{7}, std::byte{0}, std::byte{0}}));
}

TEST(PartCheck, AScansPartsAreComparedWithWhatComesBefore) {
  for (const Operator op : {Operator::sum, Operator::max, Operator::digits})
    for (const bool exclusive : {false, true}) {
      const auto all = references(op, ElementType::int32);
      const auto right = scan<std::int32_t>(op, exclusive);
      for (std::size_t i = 0; i < std::size(kCuts); ++i) {
        const Plan plan =
            plan_of(kCuts[i].n, ElementType::int32, op,
                    exclusive ? Expectation::Kind::exclusive_scan : Expectation::Kind::inclusive_scan);
        const auto elements = input_of(op, ElementType::int32, kCuts[i].first, kCuts[i].n);
        PartChecker checker(plan, elements);
        ASSERT_TRUE(checker.reference());
        std::vector<std::int32_t> part(
            right.begin() + static_cast<std::ptrdiff_t>(kCuts[i].first),
            right.begin() + static_cast<std::ptrdiff_t>(kCuts[i].first + kCuts[i].n));
        const auto before = std::span(all).first(i);
        EXPECT_EQ(checker.check(before, std::as_bytes(std::span(part))).message("out"), "");
        part.back() ^= 1;
        const CheckResult wrong = checker.check(before, std::as_bytes(std::span(part)));
        EXPECT_EQ(wrong.differences, 1u);
        EXPECT_EQ(wrong.first->index, kCuts[i].n - 1);
      }
    }
}

TEST(PartCheck, AReductionIsComparedWithAllParts) {
  const Plan plan = plan_of(kAll, ElementType::int32, Operator::digits, Expectation::Kind::reduction);
  std::int32_t right = scan<std::int32_t>(Operator::digits, false).back();
  const auto all = references(Operator::digits, ElementType::int32);
  EXPECT_TRUE(check_joined(plan, all, std::as_bytes(std::span(&right, 1))).passed());
  right += 1;
  EXPECT_FALSE(check_joined(plan, all, std::as_bytes(std::span(&right, 1))).passed());
}

TEST(PartCheck, RoundedSumsHaveTheBoundOfTheWhole) {
  const Plan plan = plan_of(kAll, ElementType::float32, Operator::sum, Expectation::Kind::reduction);
  float sum = 0;
  const auto bytes = input_of(Operator::sum, ElementType::float32, 0, kAll);
  for (std::uint64_t i = 0; i < kAll; ++i) {
    float x;
    std::memcpy(&x, bytes.data() + i * sizeof x, sizeof x);
    sum += x;
  }
  const auto all = references(Operator::sum, ElementType::float32);
  const CheckResult joined = check_joined(plan, all, std::as_bytes(std::span(&sum, 1)));
  const CheckResult whole = check_result(plan, bytes, std::as_bytes(std::span(&sum, 1)));
  EXPECT_TRUE(joined.passed());
  ASSERT_TRUE(joined.error && whole.error);
  EXPECT_DOUBLE_EQ(joined.error->bound, whole.error->bound);
  EXPECT_NEAR(joined.error->absolute, whole.error->absolute, 1e-9);
}

TEST(PartCheck, AProductOutsideDoubleCannotBeJoined) {
  const Plan plan = plan_of(400, ElementType::float64, Operator::product, Expectation::Kind::reduction);
  std::vector<double> values(400, 1e300);
  EXPECT_FALSE(PartChecker(plan, std::as_bytes(std::span(values))).reference());
}

}  // namespace
}  // namespace lockstep
