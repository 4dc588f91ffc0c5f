// Compared with examples that can be computed by hand.
#include "core/check/pattern_results.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "core/check/check.hpp"

namespace lockstep {
namespace {

using testing::ElementsAre;
using Kind = Expectation::Kind;

template <class T>
std::vector<std::byte> raw_bytes(const std::vector<T>& values) {
  const auto* first = reinterpret_cast<const std::byte*>(values.data());
  return {first, first + values.size() * sizeof(T)};
}

template <class T>
std::vector<T> values_of(std::span<const std::byte> bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

Plan pattern_plan(Kind kind, ElementType type, std::uint64_t n) {
  Plan plan;
  plan.n = n;
  plan.buffers.push_back({"in", type, n, PlanBuffer::Role::input, {}});
  Expectation expected;
  expected.kind = kind;
  plan.expectation = expected;
  return plan;
}

std::vector<std::int32_t> result_of(const Plan& plan, const std::vector<std::int32_t>& elements) {
  return values_of<std::int32_t>(pattern_result(plan, raw_bytes(elements)));
}

Plan with_mask(Plan plan, const std::vector<std::int32_t>& mask, std::uint64_t width, std::uint64_t columns) {
  PlanBuffer buffer{"mask", ElementType::int32, mask.size(), PlanBuffer::Role::input, {}};
  buffer.content.pattern = Content::Pattern::bytes;
  buffer.content.bytes = std::make_shared<const std::vector<std::byte>>(raw_bytes(mask));
  plan.buffers.push_back(buffer);
  plan.expectation->mask_buffer = 1;
  plan.expectation->mask_width = width;
  plan.expectation->columns = columns;
  return plan;
}

TEST(PatternResults, ConvolutionHasGhostCells) {
  const Plan plan = with_mask(pattern_plan(Kind::convolution, ElementType::int32, 7), {3, 4, 5, 4, 3}, 5, 0);
  EXPECT_THAT(result_of(plan, {1, 2, 3, 4, 5, 6, 7}), ElementsAre(22, 38, 57, 76, 95, 90, 74));
}

TEST(PatternResults, ConvolutionOfMatrix) {
  const Plan plan =
      with_mask(pattern_plan(Kind::convolution, ElementType::int32, 6), {0, 1, 0, 1, 10, 1, 0, 1, 0}, 3, 3);
  EXPECT_THAT(result_of(plan, {1, 2, 3, 4, 5, 6}), ElementsAre(16, 29, 38, 46, 62, 68));
}

TEST(PatternResults, Transpose) {
  Plan plan = pattern_plan(Kind::transpose, ElementType::int32, 6);
  plan.expectation->columns = 3;
  EXPECT_THAT(result_of(plan, {1, 2, 3, 4, 5, 6}), ElementsAre(1, 4, 2, 5, 3, 6));
}

TEST(PatternResults, Compaction) {
  Plan plan = pattern_plan(Kind::compaction, ElementType::int32, 6);
  plan.expectation->parameter = 4;
  EXPECT_THAT(result_of(plan, {9, 1, 5, -7, 4, 6}), ElementsAre(9, 5, 6, 0, 0, 0));
}

TEST(PatternResults, SplitKeepsOrder) {
  Plan plan = pattern_plan(Kind::split, ElementType::int32, 6);
  plan.expectation->parameter = 1;
  EXPECT_THAT(result_of(plan, {3, 1, 2, 4, 7, 5}), ElementsAre(1, 4, 5, 3, 2, 7));
}

TEST(PatternResults, Histogram) {
  Plan plan = pattern_plan(Kind::histogram, ElementType::int32, 6);
  plan.expectation->parameter = 4;
  EXPECT_THAT(result_of(plan, {3, 1, 2, 4, 7, -1}), ElementsAre(1, 1, 1, 3));
}

TEST(PatternResults, WordsBeginAfterBlanks) {
  const std::string text = "to be\n or  not";
  const Plan plan = pattern_plan(Kind::word_count, ElementType::uint8, text.size());
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  EXPECT_THAT(values_of<std::uint32_t>(pattern_result(plan, {first, text.size()})), ElementsAre(4));
}

TEST(PatternResults, WrongElementIsNamedWithTheReference) {
  Plan plan = pattern_plan(Kind::transpose, ElementType::int32, 4);
  plan.buffers.push_back({"out", ElementType::int32, 4, PlanBuffer::Role::output, {}});
  plan.expectation->columns = 2;
  plan.expectation->result_buffer = 1;
  plan.expectation->result_elements = 4;
  const CheckResult check =
      check_result(plan, raw_bytes<std::int32_t>({1, 2, 3, 4}), raw_bytes<std::int32_t>({1, 2, 3, 4}));
  EXPECT_EQ(check.differences, 2u);
  EXPECT_EQ(check.message("out"),
            "out[1] is 2, but the sequential reference gives 3. One more element is wrong.");
}

}  // namespace
}  // namespace lockstep
