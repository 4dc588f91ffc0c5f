// Built-in functions of floating-point numbers: the functions of the C library, in the type of the operand,
// and the functions that exist only in OpenCL, with the special values of the specification.
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

#include "sim/bytecode/half_bits.hpp"
#include "sim/machine/instructions/builtin.hpp"

namespace lockstep::sim {
namespace float_functions {
namespace {

using std::numbers::pi;
template <class T>
constexpr T kNan = std::numeric_limits<T>::quiet_NaN();

// Computes sin(pi x); similar functions follow. The argument is reduced exactly to [-1, 1], and then to its
// distance from the nearest zero of the function, which is exact, too.
double sin_of_pi(double a) {
  const double r = std::remainder(a, 2.0);
  if (std::fabs(r) == 1.0 || r == 0.0) return std::copysign(0.0, a);
  return std::fabs(r) > 0.5 ? std::sin(pi * (std::copysign(1.0, r) - r)) : std::sin(pi * r);
}
double cos_of_pi(double a) {
  const double r = std::fabs(std::remainder(a, 2.0));
  return r > 0.25 && r < 0.75 ? std::sin(pi * (0.5 - r)) : std::cos(pi * r);
}

template <class T>
T fraction(T a) {
  if (std::isinf(a)) return std::copysign(T{0}, a);
  if (std::isnan(a)) return a;
  return std::fmin(a - std::floor(a), std::nextafter(T{1}, T{0}));
}

// Returns the length of a hypotenuse. The result is infinite if one argument is infinite, even if the other
// argument is a NaN (quiet or signalling).
template <class T>
T hypotenuse(T a, T b) {
  return std::isinf(a) || std::isinf(b) ? std::numeric_limits<T>::infinity() : std::hypot(a, b);
}

// Returns the cube root with an error of at most 1 ulp. The result of the C library, whose error is up to 4
// ulp, is improved by one step of Newton's method that takes the rounding error of the square into account.
// The argument is scaled so that no part of the step underflows.
inline double cube_root(double a) {
  const int third = std::fabs(a) < 0x1p-700 ? 200 : 0;
  const double x = std::ldexp(a, 3 * third);
  const double root = std::cbrt(x);
  if (root == 0 || !std::isfinite(root)) return root;
  const double square = root * root;
  const double lost = std::fma(root, root, -square);
  const double error = std::fma(square, root, -x) + lost * root;
  return std::ldexp(root - error / (3 * square), -third);
}

inline float cube_root(float a) { return static_cast<float>(std::cbrt(static_cast<double>(a))); }

template <class T>
T power_of_magnitude(T x, T y) {
  const bool undefined = x < 0 || (x == 0 && y == 0) || (x == 1 && !std::isfinite(y)) ||
                         (!std::isfinite(x) && y == 0) || std::isnan(x) || std::isnan(y);
  return undefined ? kNan<T> : std::pow(std::fabs(x), y);
}

template <class T>
T root(T x, std::int32_t n) {
  const bool odd = n % 2 != 0;
  if (n == 0 || (x < 0 && !odd)) return kNan<T>;
  if (n == 1) return x;
  if (n == 2) return std::sqrt(std::fabs(x));
  if (n == 3) return cube_root(x);
  // Large exponents magnify the rounding error of 1 / n, so the power is computed in a wider type.
  using Wide = std::conditional_t<std::is_same_v<T, float>, double, long double>;
  const Wide magnitude = std::pow(std::fabs(static_cast<Wide>(x)), Wide{1} / n);
  return static_cast<T>(odd ? std::copysign(magnitude, static_cast<Wide>(x)) : magnitude);
}

// Returns the sign and the low 7 bits of the quotient of remquo(). Subtracting multiples of 128 times the
// divisor from the dividend does not change these bits.
template <class T>
std::int32_t quotient_bits(T x, T y) {
  if (!std::isfinite(x) || std::isnan(y) || y == 0 || std::isinf(y)) return 0;
  const T large = T{128} * std::fabs(y);
  if (!std::isfinite(large)) return quotient_bits(x / 512, y / 512);
  const T near = std::fmod(x, large);
  const T left = near - std::remainder(near, y);
  const auto quotient = static_cast<std::int32_t>(std::fabs(std::nearbyint(left / y))) & 0x7F;
  return std::signbit(x) != std::signbit(y) ? -quotient : quotient;
}

template <class T>
std::int32_t gamma_sign(T x) {
  if (x == 0) return std::signbit(x) ? -1 : 1;
  return x < 0 && std::floor(x) != x && std::fmod(std::floor(x), T{2}) != 0 ? -1 : 1;
}

// Returns the larger argument. If one argument is a NaN (quiet or signalling), returns the other argument.
template <class T>
T larger(T a, T b) {
  return std::isnan(a) ? b : std::isnan(b) ? a : std::fmax(a, b);
}
template <class T>
T smaller(T a, T b) {
  return std::isnan(a) ? b : std::isnan(b) ? a : std::fmin(a, b);
}

template <class T>
T larger_magnitude(T a, T b) {
  const T x = std::fabs(a), y = std::fabs(b);
  return x > y ? a : y > x ? b : larger(a, b);
}
template <class T>
T smaller_magnitude(T a, T b) {
  const T x = std::fabs(a), y = std::fabs(b);
  return x < y ? a : y < x ? b : smaller(a, b);
}

template <class T>
T smooth(T low, T high, T x) {
  const T t = std::fmin(std::fmax((x - low) / (high - low), T{0}), T{1});
  return t * t * (T{3} - T{2} * t);
}

template <class T>
T signum(T a) {
  if (std::isnan(a)) return T{0};
  return a > 0 ? T{1} : a < 0 ? T{-1} : a;
}

template <class T>
T select_bits(T a, T b, T c) {
  using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  const auto x = std::bit_cast<Bits>(a), y = std::bit_cast<Bits>(b), which = std::bit_cast<Bits>(c);
  return std::bit_cast<T>(static_cast<Bits>((x & ~which) | (y & which)));
}

template <class T>
T fraction_of_frexp(T a) {
  int exponent = 0;
  return std::frexp(a, &exponent);
}
template <class T>
std::int32_t exponent_of_frexp(T a) {
  int exponent = 0;
  std::frexp(a, &exponent);
  return std::isfinite(a) ? exponent : 0;
}
template <class T>
T fraction_of_modf(T a) {
  T whole = 0;
  return std::modf(a, &whole);
}

// Returns a component of a vector divided by a power of two near `largest`, which is the component of the
// largest magnitude. If `largest` is infinite, infinite components become ±1 and finite components become 0.
template <class T>
T scaled(T component, T largest) {
  if (std::isinf(largest)) return std::isinf(component) ? std::copysign(T{1}, component) : T{0} * component;
  if (largest == 0 || std::isnan(largest)) return component;
  return std::scalbn(component, -std::ilogb(largest));
}

// Computes nextafter() of two halves, which registers hold as floats.
template <class T>
T half_after(T from, T to) {
  if (std::isnan(from) || std::isnan(to)) return kNan<T>;
  if (from == to) return to;
  if (from == 0) return static_cast<T>(std::copysign(half::value_of(1), static_cast<float>(to)));
  const std::uint16_t bits = half::bits_of(from);
  const bool grows = (from < to) == (from > 0);
  return static_cast<T>(half::value_of(static_cast<std::uint16_t>(grows ? bits + 1 : bits - 1)));
}

#define LOCKSTEP_FUNCTION(name, is_cheap, result, parameters, expression) \
  template <class T>                                                      \
  struct name##_of {                                                      \
    static constexpr bool kIsCheap = is_cheap;                            \
    static result apply parameters { return expression; }                 \
  }
#define LOCKSTEP_BUILTIN(name, result, parameters, expression) \
  LOCKSTEP_FUNCTION(name, false, result, parameters, expression)
#define LOCKSTEP_CHEAP(name, result, parameters, expression) \
  LOCKSTEP_FUNCTION(name, true, result, parameters, expression)
#define LOCKSTEP_LIKE_C(name) LOCKSTEP_BUILTIN(name, T, (T a), std::name(a))
#define LOCKSTEP_LIKE_C_2(name) LOCKSTEP_BUILTIN(name, T, (T a, T b), std::name(a, b))
#define LOCKSTEP_TEST(name, parameters, expression) \
  LOCKSTEP_BUILTIN(name, std::int32_t, parameters, (expression) ? 1 : 0)

LOCKSTEP_LIKE_C(acos);
LOCKSTEP_LIKE_C(acosh);
LOCKSTEP_LIKE_C(asin);
LOCKSTEP_LIKE_C(asinh);
LOCKSTEP_LIKE_C(atan);
LOCKSTEP_LIKE_C(atanh);
LOCKSTEP_BUILTIN(cbrt, T, (T a), cube_root(a));
LOCKSTEP_LIKE_C(ceil);
LOCKSTEP_LIKE_C(cos);
LOCKSTEP_LIKE_C(cosh);
LOCKSTEP_LIKE_C(erfc);
LOCKSTEP_LIKE_C(erf);
LOCKSTEP_LIKE_C(exp);
LOCKSTEP_LIKE_C(exp2);
LOCKSTEP_LIKE_C(expm1);
LOCKSTEP_CHEAP(fabs, T, (T a), std::fabs(a));
LOCKSTEP_LIKE_C(floor);
LOCKSTEP_LIKE_C(lgamma);
LOCKSTEP_LIKE_C(log);
LOCKSTEP_LIKE_C(log2);
LOCKSTEP_LIKE_C(log10);
LOCKSTEP_LIKE_C(log1p);
LOCKSTEP_LIKE_C(logb);
LOCKSTEP_LIKE_C(round);
LOCKSTEP_LIKE_C(sin);
LOCKSTEP_LIKE_C(sinh);
LOCKSTEP_CHEAP(sqrt, T, (T a), std::sqrt(a));
LOCKSTEP_LIKE_C(tan);
LOCKSTEP_LIKE_C(tanh);
LOCKSTEP_LIKE_C(tgamma);
LOCKSTEP_LIKE_C(trunc);
LOCKSTEP_LIKE_C_2(atan2);
LOCKSTEP_CHEAP(copysign, T, (T a, T b), std::copysign(a, b));
LOCKSTEP_LIKE_C_2(fdim);
LOCKSTEP_BUILTIN(fmax, T, (T a, T b), larger(a, b));
LOCKSTEP_BUILTIN(fmin, T, (T a, T b), smaller(a, b));
LOCKSTEP_LIKE_C_2(fmod);
LOCKSTEP_BUILTIN(hypot, T, (T a, T b), hypotenuse(a, b));
LOCKSTEP_LIKE_C_2(nextafter);
LOCKSTEP_LIKE_C_2(pow);
LOCKSTEP_LIKE_C_2(remainder);

LOCKSTEP_BUILTIN(acospi, T, (T a), static_cast<T>(std::acos(static_cast<double>(a)) / pi));
LOCKSTEP_BUILTIN(asinpi, T, (T a), static_cast<T>(std::asin(static_cast<double>(a)) / pi));
LOCKSTEP_BUILTIN(atanpi, T, (T a), static_cast<T>(std::atan(static_cast<double>(a)) / pi));
LOCKSTEP_BUILTIN(atan2pi, T, (T a, T b),
                 static_cast<T>(std::atan2(static_cast<double>(a), static_cast<double>(b)) / pi));
LOCKSTEP_BUILTIN(sinpi, T, (T a), static_cast<T>(sin_of_pi(a)));
LOCKSTEP_BUILTIN(cospi, T, (T a), static_cast<T>(cos_of_pi(a)));
LOCKSTEP_BUILTIN(tanpi, T, (T a), static_cast<T>(sin_of_pi(a) / cos_of_pi(a)));
LOCKSTEP_BUILTIN(exp10, T, (T a), std::pow(T{10}, a));
LOCKSTEP_CHEAP(fma, T, (T a, T b, T c), std::fma(a, b, c));
LOCKSTEP_CHEAP(mad, T, (T a, T b, T c), std::fma(a, b, c));
LOCKSTEP_BUILTIN(fract, T, (T a), fraction(a));
LOCKSTEP_BUILTIN(fract_second, T, (T a), std::floor(a));
LOCKSTEP_BUILTIN(frexp, T, (T a), fraction_of_frexp(a));
LOCKSTEP_BUILTIN(frexp_second, std::int32_t, (T a), exponent_of_frexp(a));
LOCKSTEP_BUILTIN(ilogb, std::int32_t, (T a), std::isnan(a) ? INT32_MAX : std::ilogb(a));
LOCKSTEP_BUILTIN(ldexp, T, (T a, std::int32_t n), std::ldexp(a, n));
LOCKSTEP_BUILTIN(lgamma_r_second, std::int32_t, (T a), gamma_sign(a));
LOCKSTEP_BUILTIN(maxmag, T, (T a, T b), larger_magnitude(a, b));
LOCKSTEP_BUILTIN(minmag, T, (T a, T b), smaller_magnitude(a, b));
LOCKSTEP_BUILTIN(modf, T, (T a), fraction_of_modf(a));
LOCKSTEP_BUILTIN(modf_second, T, (T a), std::trunc(a));
LOCKSTEP_BUILTIN(pown, T, (T a, std::int32_t n), static_cast<T>(std::pow(static_cast<double>(a), n)));
LOCKSTEP_BUILTIN(powr, T, (T a, T b), power_of_magnitude(a, b));
LOCKSTEP_BUILTIN(remquo_second, std::int32_t, (T a, T b), quotient_bits(a, b));
LOCKSTEP_BUILTIN(rint, T, (T a), std::nearbyint(a));
LOCKSTEP_BUILTIN(rootn, T, (T a, std::int32_t n), root(a, n));
LOCKSTEP_CHEAP(rsqrt, T, (T a), T{1} / std::sqrt(a));
LOCKSTEP_BUILTIN(sincos_second, T, (T a), std::cos(a));
LOCKSTEP_BUILTIN(next_half, T, (T from, T to), half_after(from, to));
LOCKSTEP_BUILTIN(length_beside, T, (T a, T b), std::isnan(a) || std::isnan(b) ? kNan<T> : std::hypot(a, b));
LOCKSTEP_BUILTIN(scaled_beside, T, (T component, T largest), scaled(component, largest));
LOCKSTEP_CHEAP(divided_by_length, T, (T component, T length), length == 0 ? component : component / length);
LOCKSTEP_CHEAP(recip, T, (T a), T{1} / a);
LOCKSTEP_CHEAP(divide, T, (T a, T b), a / b);
LOCKSTEP_BUILTIN(clamp, T, (T a, T low, T high), std::fmin(std::fmax(a, low), high));
LOCKSTEP_CHEAP(degrees, T, (T a), a* static_cast<T>(180 / pi));
LOCKSTEP_CHEAP(radians, T, (T a), a* static_cast<T>(pi / 180));
LOCKSTEP_CHEAP(max, T, (T a, T b), a < b ? b : a);
LOCKSTEP_CHEAP(min, T, (T a, T b), b < a ? b : a);
LOCKSTEP_CHEAP(mix, T, (T a, T b, T by), a + (b - a) * by);
LOCKSTEP_CHEAP(step, T, (T edge, T a), a < edge ? T{0} : T{1});
LOCKSTEP_BUILTIN(smoothstep, T, (T low, T high, T a), smooth(low, high, a));
LOCKSTEP_BUILTIN(sign, T, (T a), signum(a));
LOCKSTEP_CHEAP(bitselect, T, (T a, T b, T c), select_bits(a, b, c));
LOCKSTEP_TEST(isfinite, (T a), std::isfinite(a));
LOCKSTEP_TEST(isinf, (T a), std::isinf(a));
LOCKSTEP_CHEAP(isnan, std::int32_t, (T a), std::isnan(a) ? 1 : 0);
LOCKSTEP_TEST(isnormal, (T a), std::isnormal(a));
LOCKSTEP_TEST(signbit, (T a), std::signbit(a));
LOCKSTEP_CHEAP(isordered, std::int32_t, (T a, T b), !std::isunordered(a, b) ? 1 : 0);
LOCKSTEP_CHEAP(isunordered, std::int32_t, (T a, T b), std::isunordered(a, b) ? 1 : 0);
LOCKSTEP_TEST(islessgreater, (T a, T b), a<b || a> b);
#undef LOCKSTEP_TEST
#undef LOCKSTEP_LIKE_C_2
#undef LOCKSTEP_LIKE_C
#undef LOCKSTEP_CHEAP
#undef LOCKSTEP_BUILTIN
#undef LOCKSTEP_FUNCTION

template <template <class> class O>
Handlers of_type(LaneType type, unsigned width) {
  return type == LaneType::float32 ? builtin_of<O<float>>(width) : builtin_of<O<double>>(width);
}

}  // namespace
}  // namespace float_functions

Handlers float_builtin_handlers(Builtin function, LaneType type, unsigned width) {
  switch (function) {
#define LOCKSTEP_DOMAIN_floating(name) \
  case Builtin::name:                  \
    return float_functions::of_type<float_functions::name##_of>(type, width);
#define LOCKSTEP_DOMAIN_both(name) LOCKSTEP_DOMAIN_floating(name)
#define LOCKSTEP_DOMAIN_integer(name) \
  case Builtin::name:                 \
    break;
#define F(name, arity, domain, result) LOCKSTEP_DOMAIN_##domain(name)
#include "sim/bytecode/builtins.def"
#undef F
#undef LOCKSTEP_DOMAIN_floating
#undef LOCKSTEP_DOMAIN_both
#undef LOCKSTEP_DOMAIN_integer
  }
  return {};
}

}  // namespace lockstep::sim
