// Built-in functions of integers, exact for every input. A result that may exceed the range of its type is
// computed with 128 bits.
#include <bit>
#include <limits>

#include "core/base/int128.hpp"
#include "sim/machine/instructions/builtin.hpp"

namespace lockstep::sim {
namespace integer_functions {
namespace {

using Wide = Int128;

template <class T>
using Unsigned = std::make_unsigned_t<T>;
template <class T>
constexpr unsigned kBits = sizeof(T) * 8;

template <class T>
T saturated(Wide value) {
  if (value < Wide{std::numeric_limits<T>::min()}) return std::numeric_limits<T>::min();
  if (value > Wide{std::numeric_limits<T>::max()}) return std::numeric_limits<T>::max();
  return static_cast<T>(value);
}

template <class T>
T high_half(T a, T b) {
  if constexpr (std::is_same_v<T, std::uint64_t>) {
    return static_cast<T>((UInt128{a} * UInt128{b}) >> 64);
  } else {
    return static_cast<T>((Wide{a} * Wide{b}) >> kBits<T>);
  }
}

// Computes a * b + c, limited to the range of T. With unsigned 64-bit operands, the result may need more than
// 127 bits, but it then exceeds the maximum in any case.
template <class T>
T multiply_add_saturated(T a, T b, T c) {
  if constexpr (std::is_same_v<T, std::uint64_t>) {
    if (high_half(a, b) != 0) return std::numeric_limits<T>::max();
  }
  return saturated<T>(Wide{a} * Wide{b} + Wide{c});
}

template <class T>
T wrapped(Wide value) {
  return static_cast<T>(value);
}
template <class T>
T product(T a, T b) {
  return static_cast<T>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

#define LOCKSTEP_FUNCTION(name, is_cheap, result, parameters, ...) \
  template <class T>                                               \
  struct name##_of {                                               \
    static constexpr bool kIsCheap = is_cheap;                     \
    static result apply parameters { __VA_ARGS__; }                \
  };
#define LOCKSTEP_BUILTIN(name, ...) LOCKSTEP_FUNCTION(name, false, __VA_ARGS__)
#define LOCKSTEP_CHEAP(name, ...) LOCKSTEP_FUNCTION(name, true, __VA_ARGS__)
LOCKSTEP_BUILTIN(abs, Unsigned<T>, (T a),
                 return static_cast<Unsigned<T>>(a < T{0} ? Wide{0} - Wide{a} : Wide{a}));
LOCKSTEP_BUILTIN(abs_diff, Unsigned<T>, (T a, T b),
                 return static_cast<Unsigned<T>>(a < b ? Wide{b} - Wide{a} : Wide{a} - Wide{b}));
LOCKSTEP_BUILTIN(add_sat, T, (T a, T b), return saturated<T>(Wide{a} + Wide{b}));
LOCKSTEP_BUILTIN(sub_sat, T, (T a, T b), return saturated<T>(Wide{a} - Wide{b}));
LOCKSTEP_BUILTIN(hadd, T, (T a, T b), return static_cast<T>((Wide{a} + Wide{b}) >> 1));
LOCKSTEP_BUILTIN(rhadd, T, (T a, T b), return static_cast<T>((Wide{a} + Wide{b} + 1) >> 1));
LOCKSTEP_BUILTIN(clz, T, (T a), return static_cast<T>(std::countl_zero(static_cast<Unsigned<T>>(a))));
LOCKSTEP_BUILTIN(ctz, T, (T a), return static_cast<T>(std::countr_zero(static_cast<Unsigned<T>>(a))));
LOCKSTEP_BUILTIN(popcount, T, (T a), return static_cast<T>(std::popcount(static_cast<Unsigned<T>>(a))));
LOCKSTEP_BUILTIN(mul_hi, T, (T a, T b), return high_half(a, b));
LOCKSTEP_BUILTIN(mad_hi, T, (T a, T b, T c), return wrapped<T>(Wide{high_half(a, b)} + Wide{c}));
LOCKSTEP_BUILTIN(mad_sat, T, (T a, T b, T c), return multiply_add_saturated(a, b, c));
LOCKSTEP_BUILTIN(rotate, T, (T a, T b),
                 return static_cast<T>(std::rotl(static_cast<Unsigned<T>>(a),
                                                 static_cast<int>(b&(kBits<T> - 1)))));
LOCKSTEP_CHEAP(mul24, T, (T a, T b), return product(a, b));
LOCKSTEP_CHEAP(mad24, T, (T a, T b, T c), return wrapped<T>(Wide{product(a, b)} + Wide{c}));
LOCKSTEP_CHEAP(min, T, (T a, T b), return b < a ? b : a);
LOCKSTEP_CHEAP(max, T, (T a, T b), return a < b ? b : a);
LOCKSTEP_CHEAP(clamp, T, (T a, T low, T high), const T raised = a < low ? low : a;
               return high < raised ? high : raised);
LOCKSTEP_BUILTIN(bitselect, T, (T a, T b, T c), return static_cast<T>((a & ~c) | (b & c)));
#undef LOCKSTEP_CHEAP
#undef LOCKSTEP_BUILTIN
#undef LOCKSTEP_FUNCTION

// Returns the quiet NaN with this code, in the floating-point type of the same size, as the bits of
// an integer.
template <class T>
struct nan_of {
  static constexpr bool kIsCheap = false;
  using Bits = std::make_unsigned_t<T>;
  static constexpr int kPayloadBits = sizeof(T) == 8 ? 51 : sizeof(T) == 4 ? 22 : 9;
  static T apply(T code) {
    constexpr Bits kPayload = static_cast<Bits>((std::uint64_t{1} << kPayloadBits) - 1);
    constexpr Bits kQuiet =
        static_cast<Bits>(std::numeric_limits<std::make_signed_t<T>>::max() & ~std::uint64_t{kPayload});
    return static_cast<T>(kQuiet | (static_cast<Bits>(code) & kPayload));
  }
};

template <template <class> class O>
Handlers of_type(LaneType type, unsigned width) {
  return with_lane_type(type, [&]<class T>() -> Handlers {
    if constexpr (std::is_integral_v<T>)
      return builtin_of<O<T>>(width);
    else
      return {};
  });
}

}  // namespace
}  // namespace integer_functions

Handlers integer_builtin_handlers(Builtin function, LaneType type, unsigned width) {
  switch (function) {
#define LOCKSTEP_DOMAIN_integer(name) \
  case Builtin::name:                 \
    return integer_functions::of_type<integer_functions::name##_of>(type, width);
#define LOCKSTEP_DOMAIN_both(name) LOCKSTEP_DOMAIN_integer(name)
#define LOCKSTEP_DOMAIN_floating(name) \
  case Builtin::name:                  \
    break;
#define F(name, arity, domain, result) LOCKSTEP_DOMAIN_##domain(name)
#include "sim/bytecode/builtins.def"
#undef F
#undef LOCKSTEP_DOMAIN_integer
#undef LOCKSTEP_DOMAIN_both
#undef LOCKSTEP_DOMAIN_floating
  }
  return {};
}

}  // namespace lockstep::sim
