// Values of a buffer as text, and back.
#include "sim/launch/value_types.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>

#include "core/plan/element.hpp"

namespace lockstep::sim {
namespace {

template <class T>
std::vector<std::byte> packed_bytes(const std::vector<T>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

// Few digits, many digits, the limits of the type, and more numbers than the text can hold at a time.
template <class T>
std::vector<T> numbers() {
  std::mt19937_64 random(7);
  std::vector<T> values{T{0}, T{1}, std::numeric_limits<T>::max(), std::numeric_limits<T>::lowest()};
  for (int i = 0; i < 5000; ++i) values.push_back(static_cast<T>(random() >> random() % 64));
  return values;
}

template <class T>
void expect_read_back(ElementType element) {
  const ValueType type{element};
  const std::vector<std::byte> bytes = packed_bytes(numbers<T>());
  auto buffer = make_buffer(type, bytes.size() / sizeof(T));
  ASSERT_TRUE(buffer.has_value());
  const auto filled = fill_buffer(*buffer, type, values_text(bytes, type));
  ASSERT_TRUE(filled.has_value()) << filled.error().message;
  EXPECT_EQ(*buffer->content.bytes, bytes);
}

TEST(ValuesText, IsReadBackAsTheSameValues) {
  expect_read_back<std::int8_t>(ElementType::int8);
  expect_read_back<std::uint16_t>(ElementType::uint16);
  expect_read_back<std::int32_t>(ElementType::int32);
  expect_read_back<std::uint32_t>(ElementType::uint32);
  expect_read_back<std::int64_t>(ElementType::int64);
  expect_read_back<std::uint64_t>(ElementType::uint64);
  expect_read_back<float>(ElementType::float32);
  expect_read_back<double>(ElementType::float64);
}

TEST(ValuesText, SeparatesByCommas) {
  EXPECT_EQ(values_text(packed_bytes(std::vector<std::int32_t>{3, -1, 7}), {ElementType::int32}), "3,-1,7");
  EXPECT_EQ(values_text({}, {ElementType::int32}), "");
  EXPECT_EQ(
      values_text(packed_bytes(std::vector<std::int32_t>{1, 2, 3, 9, 4, 5, 6, 9}), {ElementType::int32, 3}),
      "1,2,3,4,5,6");
  EXPECT_EQ(
      values_text(packed_bytes(std::vector<std::uint16_t>{0x3C00, 0x3800}), {ElementType::uint16, 1, true}),
      "1,0.5");
}

}  // namespace
}  // namespace lockstep::sim
