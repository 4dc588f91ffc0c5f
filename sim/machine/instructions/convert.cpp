// Executes the functions convert_… and as_…. Where C defines a conversion, its result is that of C. Otherwise
// (for a float outside the integer's range, or a NaN) the result is the result of x86 processors, as on CPU
// devices: the most negative integer of 32 or 64 bits, truncated for the smaller types.
#include <cfenv>
#include <cmath>
#include <limits>

#include "sim/bytecode/half_bits.hpp"
#include "sim/machine/execution/lanes.hpp"

namespace lockstep::sim {
namespace {

enum class Rounding : std::uint8_t { nearest_even, zero, up, down };

struct Mode {
  bool saturate = false;
  Rounding rounding = Rounding::zero;
};

constexpr Mode mode_of(ConvertMode mode, bool to_float) {
  const Rounding usual = to_float ? Rounding::nearest_even : Rounding::zero;
  switch (mode) {
    case ConvertMode::saturate:
      return {true, usual};
    case ConvertMode::rte:
      return {false, Rounding::nearest_even};
    case ConvertMode::rtz:
      return {false, Rounding::zero};
    case ConvertMode::rtp:
      return {false, Rounding::up};
    case ConvertMode::rtn:
      return {false, Rounding::down};
    case ConvertMode::saturate_rte:
      return {true, Rounding::nearest_even};
    case ConvertMode::saturate_rtz:
      return {true, Rounding::zero};
    case ConvertMode::saturate_rtp:
      return {true, Rounding::up};
    case ConvertMode::saturate_rtn:
      return {true, Rounding::down};
    default:
      return {false, usual};
  }
}

template <class F>
F rounded(F value, Rounding rounding) {
  switch (rounding) {
    case Rounding::nearest_even:
      return std::nearbyint(value);
    case Rounding::zero:
      return std::trunc(value);
    case Rounding::up:
      return std::ceil(value);
    case Rounding::down:
      return std::floor(value);
  }
  return value;
}

// Returns whether the integral `value` is in the range of I. The bounds are powers of two, or powers of two
// less one, which are exact in F or rounded up.
template <class I, class F>
bool fits(F value) {
  const F above = std::ldexp(F{1}, std::numeric_limits<I>::digits);
  return value < above && (std::is_signed_v<I> ? value >= -above : value >= F{0});
}

template <class I, class F>
I saturated(F whole) {
  if (std::isnan(whole)) return I{0};
  if (fits<I>(whole)) return static_cast<I>(whole);
  return whole < F{0} ? std::numeric_limits<I>::min() : std::numeric_limits<I>::max();
}

template <class I, class F>
I like_x86(F whole) {
  if constexpr (sizeof(I) < 4) {
    return static_cast<I>(like_x86<std::int32_t>(whole));
  } else if constexpr (std::is_same_v<I, std::uint32_t>) {
    return static_cast<I>(like_x86<std::int64_t>(whole));
  } else if constexpr (std::is_same_v<I, std::uint64_t>) {
    if (fits<I>(whole)) return static_cast<I>(whole);
    return static_cast<I>(like_x86<std::int64_t>(whole));
  } else {
    return fits<I>(whole) ? static_cast<I>(whole) : std::numeric_limits<I>::min();
  }
}

template <class To, class From>
To integer_to_integer(From value, bool saturate) {
  if (saturate) {
    if (std::cmp_less(value, std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
    if (std::cmp_greater(value, std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
  }
  return static_cast<To>(value);
}

// Returns the result for a rounding direction. `nearest` is the result rounded to nearest; if it is on the
// wrong side of the exact value, its neighbour in the rounding direction is returned. `error` is the exact
// value minus `nearest`; only the sign matters.
template <class F>
F directed(F nearest, int error, Rounding rounding) {
  constexpr F kInfinity = std::numeric_limits<F>::infinity();
  const bool towards_zero_down = rounding == Rounding::zero && nearest > F{0};
  const bool towards_zero_up = rounding == Rounding::zero && nearest < F{0};
  if (error < 0 && (rounding == Rounding::down || towards_zero_down))
    return std::nextafter(nearest, -kInfinity);
  if (error > 0 && (rounding == Rounding::up || towards_zero_up)) return std::nextafter(nearest, kInfinity);
  return nearest;
}

template <class F, class I>
F integer_to_float(I value, Rounding rounding) {
  const F nearest = static_cast<F>(value);
  if (rounding == Rounding::nearest_even) return nearest;
  // The largest integers are rounded up to the first power of two above the maximum.
  if (!fits<I>(nearest)) return directed(nearest, -1, rounding);
  const I back = static_cast<I>(nearest);
  return directed(nearest, value < back ? -1 : value > back ? 1 : 0, rounding);
}

template <class To, class From>
To float_to_float(From value, Rounding rounding) {
  const To nearest = static_cast<To>(value);
  if (sizeof(To) >= sizeof(From) || rounding == Rounding::nearest_even || std::isnan(value)) return nearest;
  const From back = static_cast<From>(nearest);
  return directed(nearest, value < back ? -1 : value > back ? 1 : 0, rounding);
}

template <class To, class From>
To converted(From value, Mode mode) {
  if constexpr (std::is_integral_v<To> && std::is_integral_v<From>) {
    return integer_to_integer<To>(value, mode.saturate);
  } else if constexpr (std::is_integral_v<To>) {
    const From whole = rounded(value, mode.rounding);
    return mode.saturate ? saturated<To>(whole) : like_x86<To>(whole);
  } else if constexpr (std::is_integral_v<From>) {
    return integer_to_float<To>(value, mode.rounding);
  } else {
    return float_to_float<To>(value, mode.rounding);
  }
}

// Implicit conversions: from integers to integers, and from any type to floats, rounded to nearest.
template <class To, class From>
struct Plain {
  static To apply(From value) {
    if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
      return like_x86<To>(std::trunc(value));
    } else {
      return static_cast<To>(value);
    }
  }
};

template <class To, class From>
void convert_with_mode(Execution& x, const Operation& op) {
  const Mode mode = mode_of(static_cast<ConvertMode>(op.instruction->mode), std::is_floating_point_v<To>);
  const std::byte* a = x.registers + op.a;
  compute_masked<To, 0>(x, op, [=](unsigned lane) { return converted<To>(get_lane<From>(a, lane), mode); });
}

template <class To, class From>
Handlers conversion(ConvertMode mode, unsigned width) {
  if (mode != ConvertMode::c) return {convert_with_mode<To, From>, convert_with_mode<To, From>};
  // An integer that is converted to a signed type has the same bits as if it were converted to the
  // unsigned type.
  if constexpr (std::is_integral_v<To> && std::is_signed_v<To> && std::is_integral_v<From>) {
    return conversion<std::make_unsigned_t<To>, From>(mode, width);
  } else {
    return handlers_by_width<Unary<Plain<To, From>, From, 32>, Unary<Plain<To, From>, From, 0>>(width);
  }
}

}  // namespace

template <>
Handlers handlers<Opcode::convert>(const Instruction& i, unsigned width) {
  const auto mode = static_cast<ConvertMode>(i.mode);
  if (mode == ConvertMode::bitcast) return handlers<Opcode::mov>(i, width);
  return with_lane_type(i.type, [&]<class To>() {
    return with_lane_type(i.type2, [&]<class From>() { return conversion<To, From>(mode, width); });
  });
}

}  // namespace lockstep::sim
