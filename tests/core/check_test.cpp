#include "core/check.hpp"

#include <gtest/gtest.h>

#include <cstring>

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

TEST(Check, AResultThatIsTooShortIsWrong) {
  const Plan plan = plan_of(Expectation::Kind::inclusive_scan, ElementType::int32, 4);
  const CheckResult wrong = check_result(plan, bytes_of(input), bytes_of<int>({3, 4}));
  EXPECT_EQ(wrong.differences, 2u);
  EXPECT_EQ(wrong.first->got, "missing");
}

TEST(Check, FloatsSayHowFarApartTheyMightBe) {
  const Plan plan = plan_of(Expectation::Kind::reduction, ElementType::float32, 2);
  const CheckResult wrong = check_result(plan, bytes_of<float>({0.5f, 0.25f}), bytes_of<float>({1.0f}));
  EXPECT_NE(wrong.message("out").find("gives 0.75 (± "), std::string::npos) << wrong.message("out");
}

TEST(Check, CharsAreNumbers) {
  const Plan plan = plan_of(Expectation::Kind::reduction, ElementType::int8, 1);
  const CheckResult wrong = check_result(plan, bytes_of<std::int8_t>({-65}), bytes_of<std::int8_t>({65}));
  EXPECT_EQ(wrong.message("out"), "out[0] is 65, but the sequential reference gives -65.");
}

}  // namespace
}  // namespace lockstep
