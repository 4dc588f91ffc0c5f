#include "core/bench/multi_device/totals.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>

namespace lockstep::bench {
namespace {

template <class T>
Element element(T value) {
  Element bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

TEST(Totals, AreCombinedAsTheTypeDoes) {
  using enum ElementType;
  EXPECT_EQ(combine(int32, Operator::sum, element(INT32_MAX), element(1)), element(INT32_MIN)) << "wraps";
  EXPECT_EQ(combine(int64, Operator::min, element<std::int64_t>(-1), element<std::int64_t>(1)),
            element<std::int64_t>(-1));
  EXPECT_EQ(combine(uint32, Operator::max, element(0xFFFFFFFFu), element(1u)), element(0xFFFFFFFFu));
  EXPECT_EQ(combine(float64, Operator::product, element(0.5), element(-4.0)), element(-2.0));
  EXPECT_EQ(combine(float32, Operator::sum, element(16777216.0f), element(1.0f)), element(16777216.0f))
      << "rounded to the type";
}

TEST(Totals, WaitForAllPrecedingParts) {
  ThreadTotals totals(3, ElementType::int32, Operator::sum);
  std::optional<Element> before;
  std::jthread waiting([&] { before = totals.before(2); });
  totals.post(1, element(10));
  totals.post(0, element(5));
  waiting.join();
  EXPECT_EQ(before, element(15));
  EXPECT_EQ(totals.before(1), element(5));
}

TEST(Totals, APartThatFailedIsNotWaitedFor) {
  ThreadTotals totals(2, ElementType::int32, Operator::sum);
  std::optional<Element> before = element(1);
  std::jthread waiting([&] { before = totals.before(1); });
  totals.abandon();
  waiting.join();
  EXPECT_EQ(before, std::nullopt);
}

}  // namespace
}  // namespace lockstep::bench
