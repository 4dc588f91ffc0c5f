// Computes an arithmetic, bit or comparison opcode on one component. The machine applies these functions to
// the values of lanes; the compiler applies them to constants. Integers wrap, as on every device. They are
// computed as unsigned integers of at least 32 bits, for which C++ defines overflow.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "sim/bytecode/opcode.hpp"

namespace lockstep::sim {

template <class T>
struct WrappingOf {
  using Type = std::conditional_t<(sizeof(T) < 4), std::uint32_t, std::make_unsigned_t<T>>;
};
template <std::floating_point T>
struct WrappingOf<T> {
  using Type = T;
};
template <class T>
using Wrapping = typename WrappingOf<T>::Type;

// Defines apply(a) or apply(a, b) for each type that the opcode supports. If kSigned is set, the result
// differs between signed and unsigned integers with the same bits.
template <Opcode>
struct Computed {};

template <>
struct Computed<Opcode::neg> {
  static constexpr bool kSigned = false;
  template <class T>
  static constexpr T apply(T a) {
    if constexpr (std::integral<T>)
      return static_cast<T>(Wrapping<T>{0} - static_cast<Wrapping<T>>(a));
    else
      return -a;
  }
};
template <>
struct Computed<Opcode::bit_not> {
  static constexpr bool kSigned = false;
  template <std::integral T>
  static constexpr T apply(T a) {
    return static_cast<T>(~a);
  }
};
template <>
struct Computed<Opcode::logical_not> {
  static constexpr bool kSigned = false;
  template <class T>
  static constexpr std::int32_t apply(T a) {
    return a == T{0};
  }
};

#define LOCKSTEP_WRAPPING(name, Types, symbol)                                               \
  template <>                                                                                \
  struct Computed<Opcode::name> {                                                            \
    static constexpr bool kSigned = false;                                                   \
    template <Types T>                                                                       \
    static constexpr T apply(T a, T b) {                                                     \
      return static_cast<T>(static_cast<Wrapping<T>>(a) symbol static_cast<Wrapping<T>>(b)); \
    }                                                                                        \
  };
LOCKSTEP_WRAPPING(add, class, +)
LOCKSTEP_WRAPPING(sub, class, -)
LOCKSTEP_WRAPPING(mul, class, *)
LOCKSTEP_WRAPPING(bit_and, std::integral, &)
LOCKSTEP_WRAPPING(bit_or, std::integral, |)
LOCKSTEP_WRAPPING(bit_xor, std::integral, ^)
#undef LOCKSTEP_WRAPPING

template <>
struct Computed<Opcode::shl> {
  static constexpr bool kSigned = false;
  template <std::integral T>
  static constexpr T apply(T a, T b) {
    return static_cast<T>(static_cast<Wrapping<T>>(a) << (static_cast<unsigned>(b) & (sizeof(T) * 8 - 1)));
  }
};
template <>
struct Computed<Opcode::shr> {
  static constexpr bool kSigned = true;
  template <std::integral T>
  static constexpr T apply(T a, T b) {
    return static_cast<T>(a >> (static_cast<unsigned>(b) & (sizeof(T) * 8 - 1)));
  }
};

#define LOCKSTEP_COMPARISON(name, symbol, is_signed) \
  template <>                                        \
  struct Computed<Opcode::name> {                    \
    static constexpr bool kSigned = is_signed;       \
    template <class T>                               \
    static constexpr std::int32_t apply(T a, T b) {  \
      return a symbol b ? 1 : 0;                     \
    }                                                \
  };
LOCKSTEP_COMPARISON(cmp_eq, ==, false)
LOCKSTEP_COMPARISON(cmp_ne, !=, false)
LOCKSTEP_COMPARISON(cmp_lt, <, true)
LOCKSTEP_COMPARISON(cmp_le, <=, true)
LOCKSTEP_COMPARISON(cmp_gt, >, true)
LOCKSTEP_COMPARISON(cmp_ge, >=, true)
#undef LOCKSTEP_COMPARISON

// An integer division by zero gives 0; if a lane executes it, a finding is reported. Dividing the most
// negative number by -1 overflows: the quotient wraps to the same number, and the remainder is 0.
template <>
struct Computed<Opcode::div> {
  static constexpr bool kSigned = true;
  template <class T>
  static constexpr T apply(T a, T b) {
    if constexpr (std::integral<T>) {
      if (b == T{0}) return T{0};
      if constexpr (std::is_signed_v<T>)
        if (b == T{-1}) return Computed<Opcode::neg>::apply(a);
    }
    return static_cast<T>(a / b);
  }
};
template <>
struct Computed<Opcode::rem> {
  static constexpr bool kSigned = true;
  template <std::integral T>
  static constexpr T apply(T a, T b) {
    if (b == T{0}) return T{0};
    if constexpr (std::is_signed_v<T>)
      if (b == T{-1}) return T{0};
    return static_cast<T>(a % b);
  }
};

}  // namespace lockstep::sim
