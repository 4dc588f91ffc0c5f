#include "core/plan/input.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "core/base/large_bytes.hpp"
#include "core/plan/element.hpp"

namespace lockstep {
namespace {

constexpr std::uint64_t readable_elements = 1024;

// SplitMix64 (Steele, Lea, Flood 2014): good bits for any index, without a state.
std::uint64_t hash(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed * 0xD1B54A32D192ED03u + (index + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// Half of the factors are 1 + r and half are 1 / (1 + r) with r up to 2^-9, so their product has no drift,
// and the logarithm of the product of 2^24 factors stays within ±5. r has 14 random bits, because products of
// factors with few bits would all be rounded in the same direction.
template <class T>
T factor_near_one(std::uint64_t bits) {
  const auto r = static_cast<T>(static_cast<int>(bits % 32769) - 16384) * T(0x1p-23);
  return (bits >> 32) % 2 == 0 ? T(1) + r : T(1) / (T(1) + r);
}

template <class T>
T random_factor(std::uint64_t bits, std::uint64_t index) {
  if constexpr (std::is_floating_point_v<T>) {
    constexpr std::array<T, 4> readable{T(2), T(0.5), T(-2), T(-0.5)};
    if (index < readable_elements) return readable[bits % readable.size()];
    return factor_near_one<T>(bits);
  } else if constexpr (std::is_signed_v<T>) {
    constexpr std::array<T, 3> odd{T(3), T(-1), T(-3)};
    return odd[bits % odd.size()];
  } else {
    constexpr std::array<T, 3> odd{T(3), T(5), T(7)};
    return odd[bits % odd.size()];
  }
}

template <class T>
T random_extreme(std::uint64_t bits, std::uint64_t index) {
  const std::int64_t span = index < readable_elements || sizeof(T) == 1 ? 99
                            : sizeof(T) == 2                            ? 9'999
                                                                        : 9'999'999;
  const auto value = static_cast<std::int64_t>(bits % static_cast<std::uint64_t>(2 * span + 1)) - span;
  return static_cast<T>(std::is_signed_v<T> ? value : value + span);
}

template <class T>
T random_summand(std::uint64_t seed, std::uint64_t index) {
  return static_cast<T>(1 + (hash(seed, index) >> 8) % 9);
}

template <class T>
T random_value(const Content& content, std::uint64_t index) {
  const std::uint64_t bits = hash(content.seed, index) >> 8;
  switch (content.op) {
    case Operator::sum:
    case Operator::digits:
      return random_summand<T>(content.seed, index);
    case Operator::product:
      return random_factor<T>(bits, index);
    case Operator::matrix:
    case Operator::min:
    case Operator::max:
      break;
  }
  return random_extreme<T>(bits, index);
}

template <class T>
T fraction(const Content& content, std::uint64_t index) {
  if constexpr (std::is_floating_point_v<T>) {
    const std::uint64_t bits = hash(content.seed, index) >> 8;
    if (content.op == Operator::product) return factor_near_one<T>(bits);
    constexpr int digits = std::numeric_limits<T>::digits;
    constexpr T last_place = T(1) / static_cast<T>(std::uint64_t{1} << digits);
    return static_cast<T>(bits % (std::uint64_t{1} << digits)) * last_place;
  } else {
    return random_value<T>(content, index);
  }
}

// The smallest value at which adding 1 to a float has no effect: 2^24, or 2^53 for double.
template <class T>
T huge_value() {
  if constexpr (std::is_floating_point_v<T>) return T(std::uint64_t{1} << std::numeric_limits<T>::digits);
  return std::numeric_limits<T>::max();
}

template <class T>
T constant_value(double value) {
  if constexpr (std::is_floating_point_v<T>) return static_cast<T>(value);
  // A conversion out of range is undefined in C++, so clamp the value like the simulator's conversions.
  if (!(value > static_cast<double>(std::numeric_limits<T>::min()))) return std::numeric_limits<T>::min();
  if (value >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
  return static_cast<T>(value);
}

// [k 1; 1 0], the matrices of continued fractions: no two lists of k have the same product, and since every
// determinant is 1 or −1, every product modulo 2^16 is invertible.
std::uint64_t matrix(const Content& content, std::uint64_t index) {
  std::uint64_t k = 1;
  if (content.pattern == Content::Pattern::constant) k = static_cast<std::uint16_t>(content.value);
  if (content.pattern == Content::Pattern::iota) k = index;
  if (content.pattern == Content::Pattern::random || content.pattern == Content::Pattern::fractions)
    k = 1 + (hash(content.seed, index) >> 8) % 3;  // small: products of 8 have entries of up to 5 digits
  if (content.pattern == Content::Pattern::alternating && index % 2 == 1) k = UINT16_MAX;  // −1
  if (content.pattern == Content::Pattern::one_huge && index == 0) k = UINT16_MAX;
  return packed({static_cast<std::uint16_t>(k), 1, 1, 0});
}

// iota repeats 1 to 9, because 0 is not an allowed digit.
template <class T>
T digit(const Content& content, std::uint64_t index) {
  if (content.pattern == Content::Pattern::iota) return static_cast<T>(1 + index % 9);
  return random_value<T>(content, index);
}

template <class T>
T element(const Content& content, std::uint64_t index) {
  const bool is_constant = content.pattern == Content::Pattern::constant;
  if (content.op == Operator::matrix) return static_cast<T>(matrix(content, index));
  if (content.op == Operator::digits && !is_constant) return digit<T>(content, index);
  switch (content.pattern) {
    case Content::Pattern::constant:
      return constant_value<T>(content.value);
    case Content::Pattern::iota:
      return static_cast<T>(index);
    case Content::Pattern::random:
      return random_value<T>(content, index);
    case Content::Pattern::fractions:
      return fraction<T>(content, index);
    case Content::Pattern::alternating:
      return index % 2 == 0 ? T(1) : static_cast<T>(-1);
    case Content::Pattern::one_huge:
      return index == 0 ? huge_value<T>() : T(1);
    case Content::Pattern::uninitialised:
    case Content::Pattern::bytes:
      break;
  }
  return T(0);
}

// Fills the elements from `begin` to `end` of a part whose first element has index `first`.
template <class T>
void fill_elements(const Content& content, std::uint64_t first, std::uint64_t begin, std::uint64_t end,
                   std::byte* bytes) {
  const auto fill = [&](const auto& value_at) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const T value = value_at(first + i);
      std::memcpy(bytes + i * sizeof(T), &value, sizeof(T));
    }
  };
  // The default input has its own loop without branches.
  if (content.pattern == Content::Pattern::random && content.op == Operator::sum)
    fill([seed = content.seed](std::uint64_t index) { return random_summand<T>(seed, index); });
  else
    fill([&](std::uint64_t index) { return element<T>(content, index); });
}

void copy_given(std::span<const std::byte> given, std::span<std::byte> to) {
  const std::size_t count = std::min(to.size(), given.size());
  std::copy_n(given.begin(), count, to.begin());
  std::fill(to.begin() + static_cast<std::ptrdiff_t>(count), to.end(), std::byte{0});
}

// Filling fewer elements takes less time than starting threads.
constexpr std::uint64_t kPart = std::uint64_t{1} << 18;

}  // namespace

void fill_input(const Content& content, ElementType type, std::span<std::byte> bytes, std::uint64_t first) {
  if (content.pattern == Content::Pattern::uninitialised) {
    fill_bytes(bytes, std::byte{0});
    return;
  }
  if (content.pattern == Content::Pattern::bytes) {
    const std::span<const std::byte> given = *content.bytes;
    copy_given(given.subspan(std::min<std::size_t>(first * size_bytes(type), given.size())), bytes);
    return;
  }
  with_type(type, [&]<class T>() {
    const std::uint64_t count = bytes.size() / sizeof(T);
    in_parallel((count + kPart - 1) / kPart, [&](std::size_t part) {
      fill_elements<T>(content, first, part * kPart, std::min((part + 1) * kPart, count), bytes.data());
    });
  });
}

std::optional<Content> parse_input(std::string_view name) {
  using Pattern = Content::Pattern;
  if (name == "random") return Content{Pattern::random, 0, 1, nullptr};
  if (name == "fractions") return Content{Pattern::fractions, 0, 1, nullptr};
  if (name == "ones") return Content{Pattern::constant, 1, 1, nullptr};
  if (name == "iota") return Content{Pattern::iota, 0, 1, nullptr};
  if (name == "alternating") return Content{Pattern::alternating, 0, 1, nullptr};
  if (name == "one-huge") return Content{Pattern::one_huge, 0, 1, nullptr};
  return std::nullopt;
}

}  // namespace lockstep
