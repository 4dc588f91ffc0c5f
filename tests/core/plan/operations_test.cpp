// The results of the operators: monoids, of which digits and matrix are not commutative.
#include "core/plan/operations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "core/plan/input.hpp"
#include "core/plan/operator_code.hpp"

namespace lockstep {
namespace {

using Types = testing::Types<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;

template <class T>
class Digits : public testing::Test {
 protected:
  static constexpr std::size_t kMax = sizeof(T) > 4 ? 18 : 9;

  // A word of at most kMost digits from 1 to 9, possibly empty.
  static T word(std::mt19937& random) {
    T value = 0;
    for (std::size_t left = random() % (kMax + 1); left > 0; --left)
      value = static_cast<T>(value * 10 + 1 + random() % 9);
    return value;
  }
  // The same operation on text.
  static T joined_as_text(T x, T y) {
    std::string text = (x == 0 ? "" : std::to_string(x)) + (y == 0 ? "" : std::to_string(y));
    if (text.size() > kMax) text.erase(0, text.size() - kMax);
    return text.empty() ? T(0) : static_cast<T>(std::stoull(text));
  }
};
TYPED_TEST_SUITE(Digits, Types);

TYPED_TEST(Digits, AreThoseOfTheFirstThenThoseOfTheSecond) {
  using T = TypeParam;
  EXPECT_EQ(join_digits(T(31), T(7)), T(317));
  EXPECT_EQ(join_digits(T(7), T(31)), T(731));
  std::mt19937 random(3);
  for (int turn = 0; turn < 2000; ++turn) {
    const T x = this->word(random), y = this->word(random), z = this->word(random);
    EXPECT_EQ(join_digits(x, y), this->joined_as_text(x, y)) << x << " " << y;
    EXPECT_EQ(join_digits(join_digits(x, y), z), join_digits(x, join_digits(y, z)));
    EXPECT_EQ(join_digits(x, identity_of<T>(Operator::digits)), x);
    EXPECT_EQ(join_digits(identity_of<T>(Operator::digits), x), x);
  }
}

// A wrong kernel may produce any bits.
TYPED_TEST(Digits, OfAnyBitsEnd) {
  using Limits = std::numeric_limits<TypeParam>;
  for (const TypeParam x : {Limits::min(), Limits::max(), TypeParam(1'000'000'000)})
    for (const TypeParam y : {Limits::min(), Limits::max(), TypeParam(999'999'999)}) join_digits(x, y);
}

TEST(Matrices, MultiplyAsByHand) {
  EXPECT_EQ(multiply_matrices(packed({1, 2, 3, 4}), packed({5, 6, 7, 8})), packed({19, 22, 43, 50}));
  EXPECT_EQ(multiply_matrices(packed({5, 6, 7, 8}), packed({1, 2, 3, 4})), packed({23, 34, 31, 46}));
  EXPECT_EQ(multiply_matrices(packed({65535, 0, 0, 2}), packed({65535, 0, 0, 40000})),
            packed({1, 0, 0, 80000 - 65536}));
}

TEST(Matrices, AreAMonoid) {
  std::mt19937_64 random(4);
  for (int turn = 0; turn < 2000; ++turn) {
    const std::uint64_t x = random(), y = random(), z = random();
    EXPECT_EQ(multiply_matrices(multiply_matrices(x, y), z), multiply_matrices(x, multiply_matrices(y, z)));
    EXPECT_EQ(multiply_matrices(x, identity_of<std::uint64_t>(Operator::matrix)), x);
    EXPECT_EQ(multiply_matrices(identity_of<std::uint64_t>(Operator::matrix), x), x);
  }
}

TEST(Matrices, OfOnesGiveFibonacciNumbers) {
  Content ones = *parse_input("ones");
  ones.op = Operator::matrix;
  std::uint64_t input[20], product = identity_of<std::uint64_t>(Operator::matrix);
  fill_input(ones, ElementType::uint16x4, std::as_writable_bytes(std::span(input)));
  for (const std::uint64_t each : input) product = multiply_matrices(product, each);
  EXPECT_EQ(element_text(&product, ElementType::uint16x4), "[10946 6765; 6765 4181]");
}

// Exchanging any two adjacent operands that differ changes the product.
TEST(Inputs, OfMatricesShowEveryExchange) {
  Content content = *parse_input("random");
  content.op = Operator::matrix;
  std::uint64_t input[64];
  fill_input(content, ElementType::uint16x4, std::as_writable_bytes(std::span(input)));
  const auto product = [&] {
    std::uint64_t all = identity_of<std::uint64_t>(Operator::matrix);
    for (const std::uint64_t each : input) all = multiply_matrices(all, each);
    return all;
  };
  const std::uint64_t right = product();
  for (std::size_t i = 0; i + 1 < std::size(input); ++i) {
    std::swap(input[i], input[i + 1]);
    EXPECT_EQ(product() == right, input[i] == input[i + 1]) << i;
    std::swap(input[i], input[i + 1]);
  }
}

TEST(Inputs, OfDigitsAreDigits) {
  for (const char* name : {"random", "fractions", "ones", "iota"}) {
    Content content = *parse_input(name);
    content.op = Operator::digits;
    std::int32_t input[200];
    fill_input(content, ElementType::int32, std::as_writable_bytes(std::span(input)));
    EXPECT_THAT(input, testing::Each(testing::AllOf(testing::Ge(1), testing::Le(9)))) << name;
  }
}

TEST(Operators, TakeTheirTypes) {
  for (const Operator op : all_operators()) {
    EXPECT_EQ(takes(op, ElementType::uint16x4), op == Operator::matrix);
    EXPECT_EQ(takes(op, ElementType::float32), is_commutative(op));
    EXPECT_EQ(operator_function(op, ElementType::int32).empty(), is_commutative(op));
    EXPECT_EQ(operator_function_name(op).empty(), is_commutative(op));
  }
  EXPECT_TRUE(takes(Operator::digits, ElementType::int64));
  EXPECT_FALSE(takes(Operator::digits, ElementType::int8));
}

TEST(Operators, CombineIntegersAsTheirNamesSay) {
  EXPECT_EQ(combine_integers(Operator::sum, 200, 100), 300);
  EXPECT_EQ(combine_integers<std::uint8_t>(Operator::sum, 200, 100), 44);
  EXPECT_EQ(combine_integers(Operator::product, 7, -3), -21);
  EXPECT_EQ(combine_integers(Operator::min, 7, -3), -3);
  EXPECT_EQ(combine_integers(Operator::max, 7, -3), 7);
  EXPECT_EQ(combine_integers(Operator::digits, 7, 3), 73);
}

}  // namespace
}  // namespace lockstep
