// Converts half-precision floats to and from their bits: 1 sign bit, 5 exponent bits and 10 fraction bits.
// The front end uses the same functions for constants as the machine for values.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "sim/bytecode/program.hpp"

namespace lockstep::sim::half {

inline constexpr std::uint16_t kInfinity = 0x7C00;
inline constexpr int kSmallestExponent = -14;
inline constexpr int kFractionBits = 10;

inline float value_of(std::uint16_t bits) {
  const int exponent = (bits >> kFractionBits) & 0x1F;
  const int fraction = bits & 0x3FF;
  float magnitude = 0;
  if (exponent == 0x1F) {
    // Infinity, or a NaN that keeps its fraction.
    magnitude = std::bit_cast<float>(0x7F800000u | static_cast<std::uint32_t>(fraction) << 13);
  } else if (exponent == 0) {
    magnitude = std::ldexp(static_cast<float>(fraction), kSmallestExponent - kFractionBits);
  } else {
    magnitude = std::ldexp(static_cast<float>(fraction + 0x400), exponent - 25);
  }
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

// Rounds a magnitude. The sign determines whether rounding up (or down) is rounding away from zero or
// towards zero.
inline double rounded_magnitude(double value, ConvertMode mode, bool negative) {
  switch (mode) {
    case ConvertMode::rtz:
      return std::floor(value);
    case ConvertMode::rtp:
      return negative ? std::floor(value) : std::ceil(value);
    case ConvertMode::rtn:
      return negative ? std::ceil(value) : std::floor(value);
    default:
      return std::nearbyint(value);
  }
}

inline std::uint16_t overflow(ConvertMode mode, bool negative) {
  const bool stays_finite = mode == ConvertMode::rtz || (mode == ConvertMode::rtp && negative) ||
                            (mode == ConvertMode::rtn && !negative);
  return stays_finite ? kInfinity - 1 : kInfinity;
}

// Returns the bits of a magnitude. Because the exponent is above the fraction, a carry out of the fraction
// correctly increments the exponent.
inline std::uint16_t magnitude_bits(double magnitude, ConvertMode mode, bool negative) {
  if (std::isinf(magnitude)) return kInfinity;
  if (magnitude == 0) return 0;
  const int exponent = std::max(std::ilogb(magnitude), kSmallestExponent);
  if (exponent > 15) return overflow(mode, negative);
  const double units = rounded_magnitude(std::ldexp(magnitude, kFractionBits - exponent), mode, negative);
  const int bits = ((exponent - kSmallestExponent) << kFractionBits) + static_cast<int>(units);
  return bits >= kInfinity ? overflow(mode, negative) : static_cast<std::uint16_t>(bits);
}

// Returns the bits of a NaN: the upper bits of its fraction, or a quiet NaN if these bits are all zero.
template <class T>
std::uint16_t nan_bits(T value) {
  using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  constexpr int kFraction = std::numeric_limits<T>::digits - 1;
  const auto upper =
      static_cast<std::uint16_t>(std::bit_cast<Bits>(value) >> (kFraction - kFractionBits) & 0x3FF);
  const auto bits = static_cast<std::uint16_t>(kInfinity | (upper == 0 ? 0x200 : upper));
  return static_cast<std::uint16_t>(std::signbit(value) ? bits | 0x8000 : bits);
}

template <class T>
std::uint16_t bits_of(T value, ConvertMode mode = ConvertMode::rte) {
  if (std::isnan(value)) return nan_bits(value);
  const bool negative = std::signbit(value);
  const std::uint16_t bits = magnitude_bits(std::fabs(static_cast<double>(value)), mode, negative);
  return static_cast<std::uint16_t>(negative ? bits | 0x8000 : bits);
}

}  // namespace lockstep::sim::half
