// Built-in functions of floats: C's library in the type of the operand, and the functions that only OpenCL
// has, with the special values of the specification.
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

#include "sim/machine/handlers/builtin.hpp"

namespace lockstep::sim {
namespace float_functions {
namespace {

using std::numbers::pi;
template <class T>
constexpr T kNan = std::numeric_limits<T>::quiet_NaN();

// sin(pi x) and the like: the argument is reduced exactly to [-1, 1], and the zeros are exact.
double sin_of_pi(double a) {
  const double r = std::remainder(a, 2.0);
  return std::fabs(r) == 1.0 || r == 0.0 ? std::copysign(0.0, a) : std::sin(pi * r);
}
double cos_of_pi(double a) {
  const double r = std::remainder(a, 2.0);
  return std::fabs(r) == 0.5 ? 0.0 : std::cos(pi * r);
}

template <class T>
T fraction(T a) {
  if (std::isinf(a)) return std::copysign(T{0}, a);
  if (std::isnan(a)) return a;
  return std::fmin(a - std::floor(a), std::nextafter(T{1}, T{0}));
}

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
  if (n == 3) return std::cbrt(x);
  const double magnitude = std::pow(std::fabs(static_cast<double>(x)), 1.0 / n);
  return static_cast<T>(odd ? std::copysign(magnitude, static_cast<double>(x)) : magnitude);
}

// Sign and low 7 bits of the quotient that `remainder` belongs to. Subtracting multiples of 128 times the
// divisor does not change them.
template <class T>
std::int32_t quotient_bits(T x, T y) {
  if (!std::isfinite(x) || std::isnan(y) || y == 0 || std::isinf(y)) return 0;
  const T large = T{128} * std::fabs(y);
  const T near = std::isfinite(large) ? std::fmod(x, large) : x;
  const T left = near - std::remainder(near, y);
  const auto quotient = static_cast<std::int32_t>(std::fabs(std::nearbyint(left / y))) & 0x7F;
  return std::signbit(x) != std::signbit(y) ? -quotient : quotient;
}

template <class T>
std::int32_t gamma_sign(T x) {
  if (x == 0) return std::signbit(x) ? -1 : 1;
  return x < 0 && std::floor(x) != x && std::fmod(std::floor(x), T{2}) != 0 ? -1 : 1;
}

template <class T>
T larger_magnitude(T a, T b) {
  const T x = std::fabs(a), y = std::fabs(b);
  return x > y ? a : y > x ? b : std::fmax(a, b);
}
template <class T>
T smaller_magnitude(T a, T b) {
  const T x = std::fabs(a), y = std::fabs(b);
  return x < y ? a : y < x ? b : std::fmin(a, b);
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

#define LOCKSTEP_BUILTIN(name, result, parameters, expression) \
  template <class T>                                           \
  struct name##_of {                                           \
    static result apply parameters { return expression; }      \
  }
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
LOCKSTEP_LIKE_C(cbrt);
LOCKSTEP_LIKE_C(ceil);
LOCKSTEP_LIKE_C(cos);
LOCKSTEP_LIKE_C(cosh);
LOCKSTEP_LIKE_C(erfc);
LOCKSTEP_LIKE_C(erf);
LOCKSTEP_LIKE_C(exp);
LOCKSTEP_LIKE_C(exp2);
LOCKSTEP_LIKE_C(expm1);
LOCKSTEP_LIKE_C(fabs);
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
LOCKSTEP_LIKE_C(sqrt);
LOCKSTEP_LIKE_C(tan);
LOCKSTEP_LIKE_C(tanh);
LOCKSTEP_LIKE_C(tgamma);
LOCKSTEP_LIKE_C(trunc);
LOCKSTEP_LIKE_C_2(atan2);
LOCKSTEP_LIKE_C_2(copysign);
LOCKSTEP_LIKE_C_2(fdim);
LOCKSTEP_LIKE_C_2(fmax);
LOCKSTEP_LIKE_C_2(fmin);
LOCKSTEP_LIKE_C_2(fmod);
LOCKSTEP_LIKE_C_2(hypot);
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
LOCKSTEP_BUILTIN(fma, T, (T a, T b, T c), std::fma(a, b, c));
LOCKSTEP_BUILTIN(mad, T, (T a, T b, T c), std::fma(a, b, c));
LOCKSTEP_BUILTIN(fract, T, (T a), fraction(a));
LOCKSTEP_BUILTIN(fract_second, T, (T a), std::floor(a));
LOCKSTEP_BUILTIN(frexp, T, (T a), fraction_of_frexp(a));
LOCKSTEP_BUILTIN(frexp_second, std::int32_t, (T a), exponent_of_frexp(a));
LOCKSTEP_BUILTIN(ilogb, std::int32_t, (T a), std::ilogb(a));
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
LOCKSTEP_BUILTIN(rsqrt, T, (T a), T{1} / std::sqrt(a));
LOCKSTEP_BUILTIN(sincos_second, T, (T a), std::cos(a));
LOCKSTEP_BUILTIN(recip, T, (T a), T{1} / a);
LOCKSTEP_BUILTIN(divide, T, (T a, T b), a / b);
LOCKSTEP_BUILTIN(clamp, T, (T a, T low, T high), std::fmin(std::fmax(a, low), high));
LOCKSTEP_BUILTIN(degrees, T, (T a), a* static_cast<T>(180 / pi));
LOCKSTEP_BUILTIN(radians, T, (T a), a* static_cast<T>(pi / 180));
LOCKSTEP_BUILTIN(max, T, (T a, T b), a < b ? b : a);
LOCKSTEP_BUILTIN(min, T, (T a, T b), b < a ? b : a);
LOCKSTEP_BUILTIN(mix, T, (T a, T b, T by), a + (b - a) * by);
LOCKSTEP_BUILTIN(step, T, (T edge, T a), a < edge ? T{0} : T{1});
LOCKSTEP_BUILTIN(smoothstep, T, (T low, T high, T a), smooth(low, high, a));
LOCKSTEP_BUILTIN(sign, T, (T a), signum(a));
LOCKSTEP_BUILTIN(bitselect, T, (T a, T b, T c), select_bits(a, b, c));
LOCKSTEP_TEST(isfinite, (T a), std::isfinite(a));
LOCKSTEP_TEST(isinf, (T a), std::isinf(a));
LOCKSTEP_TEST(isnan, (T a), std::isnan(a));
LOCKSTEP_TEST(isnormal, (T a), std::isnormal(a));
LOCKSTEP_TEST(signbit, (T a), std::signbit(a));
LOCKSTEP_TEST(isordered, (T a, T b), !std::isunordered(a, b));
LOCKSTEP_TEST(isunordered, (T a, T b), std::isunordered(a, b));
LOCKSTEP_TEST(islessgreater, (T a, T b), a<b || a> b);
#undef LOCKSTEP_TEST
#undef LOCKSTEP_LIKE_C_2
#undef LOCKSTEP_LIKE_C
#undef LOCKSTEP_BUILTIN

template <template <class> class O, bool Cheap>
Handlers of_type(LaneType type, unsigned width) {
  return type == LaneType::float32 ? builtin_of<O<float>, Cheap>(width) : builtin_of<O<double>, Cheap>(width);
}

}  // namespace
}  // namespace float_functions

Handlers float_builtin_handlers(Builtin function, LaneType type, unsigned width) {
  switch (function) {
#define LOCKSTEP_CHEAP(name) \
  case Builtin::name:        \
    return float_functions::of_type<float_functions::name##_of, true>(type, width)
#define LOCKSTEP_CASE(name) \
  case Builtin::name:       \
    return float_functions::of_type<float_functions::name##_of, false>(type, width)

    LOCKSTEP_CHEAP(fabs);
    LOCKSTEP_CHEAP(mad);
    LOCKSTEP_CHEAP(max);
    LOCKSTEP_CHEAP(min);
    LOCKSTEP_CHEAP(mix);
    LOCKSTEP_CHEAP(sqrt);
    LOCKSTEP_CHEAP(rsqrt);
    LOCKSTEP_CHEAP(recip);
    LOCKSTEP_CHEAP(divide);
    LOCKSTEP_CHEAP(degrees);
    LOCKSTEP_CHEAP(radians);
    LOCKSTEP_CHEAP(step);
    LOCKSTEP_CHEAP(bitselect);
    LOCKSTEP_CHEAP(copysign);
    LOCKSTEP_CHEAP(isnan);
    LOCKSTEP_CHEAP(isordered);
    LOCKSTEP_CHEAP(isunordered);
    LOCKSTEP_CASE(acos);
    LOCKSTEP_CASE(acosh);
    LOCKSTEP_CASE(acospi);
    LOCKSTEP_CASE(asin);
    LOCKSTEP_CASE(asinh);
    LOCKSTEP_CASE(asinpi);
    LOCKSTEP_CASE(atan);
    LOCKSTEP_CASE(atan2);
    LOCKSTEP_CASE(atanh);
    LOCKSTEP_CASE(atanpi);
    LOCKSTEP_CASE(atan2pi);
    LOCKSTEP_CASE(cbrt);
    LOCKSTEP_CASE(ceil);
    LOCKSTEP_CASE(cos);
    LOCKSTEP_CASE(cosh);
    LOCKSTEP_CASE(cospi);
    LOCKSTEP_CASE(erfc);
    LOCKSTEP_CASE(erf);
    LOCKSTEP_CASE(exp);
    LOCKSTEP_CASE(exp2);
    LOCKSTEP_CASE(exp10);
    LOCKSTEP_CASE(expm1);
    LOCKSTEP_CASE(fdim);
    LOCKSTEP_CASE(floor);
    LOCKSTEP_CHEAP(fma);
    LOCKSTEP_CASE(fmax);
    LOCKSTEP_CASE(fmin);
    LOCKSTEP_CASE(fmod);
    LOCKSTEP_CASE(fract);
    LOCKSTEP_CASE(fract_second);
    LOCKSTEP_CASE(frexp);
    LOCKSTEP_CASE(frexp_second);
    LOCKSTEP_CASE(hypot);
    LOCKSTEP_CASE(ilogb);
    LOCKSTEP_CASE(ldexp);
    LOCKSTEP_CASE(lgamma);
    LOCKSTEP_CASE(lgamma_r_second);
    LOCKSTEP_CASE(log);
    LOCKSTEP_CASE(log2);
    LOCKSTEP_CASE(log10);
    LOCKSTEP_CASE(log1p);
    LOCKSTEP_CASE(logb);
    LOCKSTEP_CASE(maxmag);
    LOCKSTEP_CASE(minmag);
    LOCKSTEP_CASE(modf);
    LOCKSTEP_CASE(modf_second);
    LOCKSTEP_CASE(nextafter);
    LOCKSTEP_CASE(pow);
    LOCKSTEP_CASE(pown);
    LOCKSTEP_CASE(powr);
    LOCKSTEP_CASE(remainder);
    LOCKSTEP_CASE(remquo_second);
    LOCKSTEP_CASE(rint);
    LOCKSTEP_CASE(rootn);
    LOCKSTEP_CASE(round);
    LOCKSTEP_CASE(sin);
    LOCKSTEP_CASE(sincos_second);
    LOCKSTEP_CASE(sinh);
    LOCKSTEP_CASE(sinpi);
    LOCKSTEP_CASE(tan);
    LOCKSTEP_CASE(tanh);
    LOCKSTEP_CASE(tanpi);
    LOCKSTEP_CASE(tgamma);
    LOCKSTEP_CASE(trunc);
    LOCKSTEP_CASE(clamp);
    LOCKSTEP_CASE(smoothstep);
    LOCKSTEP_CASE(sign);
    LOCKSTEP_CASE(isfinite);
    LOCKSTEP_CASE(isinf);
    LOCKSTEP_CASE(isnormal);
    LOCKSTEP_CASE(signbit);
    LOCKSTEP_CASE(islessgreater);
#undef LOCKSTEP_CHEAP
#undef LOCKSTEP_CASE
    default:
      return {};
  }
}

}  // namespace lockstep::sim
