// The operators in C++: for the reference, for host implementations, and to explain a wrong value.
//
// Two operators are associative but not commutative, so a result shows the order in which a kernel combined
// its inputs:
//
//   digits   appends the digits of b to the digits of a: 31 ⊕ 7 = 317. The identity is 0, which means no
//            digit. If the result is too long, only its last k = 9 digits are kept (18 for long and ulong).
//            The elements are all words of at most k of the digits 1 to 9. They form a monoid, because the
//            last k digits of u(vw) and of (uv)w are those of uvw. A leading 0 among the kept digits would
//            be lost.
//   matrix   is the product of two 2×2 matrices with entries modulo 2^16. The identity is [1 0; 0 1].
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "core/plan/element.hpp"

namespace lockstep {

// An exclusive upper bound on results of digits.
template <class T>
inline constexpr std::uint64_t digits_limit = sizeof(T) > 4 ? 1'000'000'000'000'000'000 : 1'000'000'000;

// Does the same as operator_function() for a device.
template <class T>
constexpr T join_digits(T x, T y) {
  constexpr auto limit = static_cast<T>(digits_limit<T>);
  T p = 1;
  while (p <= y && p < limit) p *= 10;
  // Values that are not valid digits may overflow; then only the bits must be the same as on a device.
  using Bits = std::make_unsigned_t<T>;
  return static_cast<T>(static_cast<Bits>(x % (limit / p) * p) + static_cast<Bits>(y));
}

// Multiplies two matrices in packed form (element.hpp).
inline std::uint64_t multiply_matrices(std::uint64_t left, std::uint64_t right) {
  const auto x = entries_of(left), y = entries_of(right);
  const auto entry = [](unsigned a, unsigned b, unsigned c, unsigned d) {
    return static_cast<std::uint16_t>(a * b + c * d);  // unsigned: wraps around
  };
  return packed({entry(x[0], y[0], x[1], y[2]), entry(x[0], y[1], x[1], y[3]), entry(x[2], y[0], x[3], y[2]),
                 entry(x[2], y[1], x[3], y[3])});
}

// Returns the identity element: for min and max an infinity if the type has one, otherwise the limit of
// the type.
template <class T>
constexpr T identity_of(Operator op) {
  using Limits = std::numeric_limits<T>;
  switch (op) {
    case Operator::sum:
    case Operator::digits:
      return T(0);
    case Operator::product:
      return T(1);
    case Operator::min:
      return Limits::has_infinity ? Limits::infinity() : Limits::max();
    case Operator::matrix:
      return static_cast<T>(0x0001'0000'0000'0001);  // [1 0; 0 1]
    case Operator::max:
      break;
  }
  return Limits::has_infinity ? static_cast<T>(-Limits::infinity()) : Limits::lowest();
}

// Returns a ⊕ b for integers. Sums and products wrap around: they are computed in 64-bit unsigned arithmetic,
// in which this is defined for every type.
template <class T>
T combine_integers(Operator op, T a, T b) {
  static_assert(std::is_integral_v<T>);
  const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
  switch (op) {
    case Operator::sum:
      return static_cast<T>(x + y);
    case Operator::product:
      return static_cast<T>(x * y);
    case Operator::min:
      return b < a ? b : a;
    case Operator::digits:
      if constexpr (sizeof(T) >= 4) return join_digits(a, b);
      break;
    case Operator::matrix:
      return static_cast<T>(multiply_matrices(x, y));
    case Operator::max:
      break;
  }
  return a < b ? b : a;
}

}  // namespace lockstep
