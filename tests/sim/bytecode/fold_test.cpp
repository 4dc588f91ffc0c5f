#include "sim/bytecode/fold.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <limits>

namespace lockstep::sim {
namespace {

std::uint64_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint64_t minus(std::uint64_t value) { return -value; }

TEST(Fold, IntegersWrapInTheirOwnWidth) {
  EXPECT_EQ(fold_binary(Opcode::add, LaneType::int32, 0x7fffffff, 1), minus(0x80000000));
  EXPECT_EQ(fold_binary(Opcode::add, LaneType::uint8, 200, 100), 44u);
  EXPECT_EQ(fold_binary(Opcode::mul, LaneType::uint16, 0xffff, 0xffff), 1u);
  EXPECT_EQ(fold_unary(Opcode::neg, LaneType::uint32, 1), 0xffffffffu);
  EXPECT_EQ(fold_unary(Opcode::bit_not, LaneType::int8, 0), minus(1));
}

TEST(Fold, ShiftsTakeTheCountModuloTheWidth) {
  EXPECT_EQ(fold_binary(Opcode::shl, LaneType::int32, 1, 33), 2u);
  EXPECT_EQ(fold_binary(Opcode::shr, LaneType::int32, minus(8), 1), minus(4));
  EXPECT_EQ(fold_binary(Opcode::shr, LaneType::uint32, 0x80000000, 31), 1u);
  EXPECT_EQ(fold_binary(Opcode::shl, LaneType::uint64, 1, 63), 1ull << 63);
}

TEST(Fold, LeavesDivisionByZeroToTheMachine) {
  EXPECT_FALSE(fold_binary(Opcode::div, LaneType::int32, 1, 0));
  EXPECT_FALSE(fold_binary(Opcode::rem, LaneType::uint64, 1, 0));
  EXPECT_EQ(fold_binary(Opcode::div, LaneType::int32, minus(7), 2), minus(3));
  EXPECT_EQ(fold_binary(Opcode::rem, LaneType::int32, minus(7), 2), minus(1));
}

TEST(Fold, TheMostNegativeByMinusOneWraps) {
  const auto least = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(fold_binary(Opcode::div, LaneType::int64, least, minus(1)), least);
  EXPECT_EQ(fold_binary(Opcode::rem, LaneType::int64, least, minus(1)), 0u);
}

TEST(Fold, ComparesInTheTypeGiven) {
  EXPECT_EQ(fold_binary(Opcode::cmp_lt, LaneType::int32, minus(1), 1), 1u);
  EXPECT_EQ(fold_binary(Opcode::cmp_lt, LaneType::uint64, minus(1), 1), 0u);
  EXPECT_EQ(fold_binary(Opcode::cmp_eq, LaneType::float32, bits(0.0f), bits(-0.0f)), 1u);
  EXPECT_EQ(fold_unary(Opcode::logical_not, LaneType::float32, bits(-0.0f)), 1u);
}

TEST(Fold, ConvertsOnlyPortableCases) {
  EXPECT_EQ(fold_convert(LaneType::int64, LaneType::int32, minus(5)), minus(5));
  EXPECT_EQ(fold_convert(LaneType::uint8, LaneType::int32, 300), 44u);
  EXPECT_EQ(fold_convert(LaneType::float32, LaneType::int32, minus(2)), bits(-2.0f));
  EXPECT_EQ(fold_convert(LaneType::int32, LaneType::float32, bits(-2.9f)), minus(2));
  EXPECT_FALSE(fold_convert(LaneType::int32, LaneType::float32, bits(3e9f)));
  EXPECT_FALSE(fold_convert(LaneType::uint8, LaneType::float32, bits(-1.0f)));
  EXPECT_FALSE(
      fold_convert(LaneType::int32, LaneType::float32, bits(std::numeric_limits<float>::quiet_NaN())));
}

TEST(Fold, FloatsStayInTheirPrecision) {
  EXPECT_EQ(fold_binary(Opcode::div, LaneType::float32, bits(1.0f), bits(3.0f)), bits(1.0f / 3.0f));
  EXPECT_EQ(bits_of_floating(LaneType::float32, 0.1), bits(0.1f));
  EXPECT_EQ(bits_of_floating(LaneType::float64, 0.1), std::bit_cast<std::uint64_t>(0.1));
}

}  // namespace
}  // namespace lockstep::sim
