// Arithmetic, bits and comparisons of one operand type. Integers wrap, as on every device, so they are
// computed unsigned and at least 32 bits wide, which C++ defines.
#include <limits>

#include "sim/machine/findings.hpp"
#include "sim/machine/handlers/lanes.hpp"

namespace lockstep::sim {
namespace {

template <class T>
struct WrappingOf {
  using Type = std::conditional_t<(sizeof(T) < 4), std::uint32_t, std::make_unsigned_t<T>>;
};
template <class T>
requires std::is_floating_point_v<T>
struct WrappingOf<T> {
  using Type = T;
};
template <class T>
using Wrapping = typename WrappingOf<T>::Type;

// The bits are the same for signed and unsigned lanes, so only the unsigned form has code.
template <class T>
struct Anywhere {
  static constexpr bool kDefined = std::is_floating_point_v<T> || std::is_unsigned_v<T>;
  using Result = T;
};
template <class T>
struct Integers : Anywhere<T> {
  static constexpr bool kDefined = std::is_unsigned_v<T>;
};

template <class T>
struct Neg : Anywhere<T> {
  static T apply(T a) {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(Wrapping<T>{0} - static_cast<Wrapping<T>>(a));
    else
      return -a;
  }
};
template <class T>
struct BitNot : Integers<T> {
  static T apply(T a) { return static_cast<T>(~a); }
};
template <class T>
struct LogicalNot {
  static constexpr bool kDefined = Anywhere<T>::kDefined;
  using Result = std::int32_t;
  static Result apply(T a) { return a == T{0}; }
};

#define LOCKSTEP_BINARY(Name, Base, symbol)                                                  \
  template <class T>                                                                         \
  struct Name : Base<T> {                                                                    \
    static T apply(T a, T b) {                                                               \
      return static_cast<T>(static_cast<Wrapping<T>>(a) symbol static_cast<Wrapping<T>>(b)); \
    }                                                                                        \
  };
LOCKSTEP_BINARY(Add, Anywhere, +)
LOCKSTEP_BINARY(Sub, Anywhere, -)
LOCKSTEP_BINARY(Mul, Anywhere, *)
LOCKSTEP_BINARY(BitAnd, Integers, &)
LOCKSTEP_BINARY(BitOr, Integers, |)
LOCKSTEP_BINARY(BitXor, Integers, ^)
#undef LOCKSTEP_BINARY

template <class T>
struct Shl : Integers<T> {
  static T apply(T a, T b) {
    const auto by = static_cast<unsigned>(b) & (sizeof(T) * 8 - 1);
    return static_cast<T>(static_cast<Wrapping<T>>(a) << by);
  }
};
template <class T>
struct Shr : Integers<T> {
  static constexpr bool kDefined = std::is_integral_v<T>;
  static T apply(T a, T b) { return static_cast<T>(a >> (static_cast<unsigned>(b) & (sizeof(T) * 8 - 1))); }
};

#define LOCKSTEP_COMPARISON(Name, symbol, signs)                     \
  template <class T>                                                 \
  struct Name {                                                      \
    static constexpr bool kDefined = signs || Anywhere<T>::kDefined; \
    using Result = std::int32_t;                                     \
    static Result apply(T a, T b) { return a symbol b ? 1 : 0; }     \
  };
LOCKSTEP_COMPARISON(Eq, ==, false)
LOCKSTEP_COMPARISON(Ne, !=, false)
LOCKSTEP_COMPARISON(Lt, <, true)
LOCKSTEP_COMPARISON(Le, <=, true)
LOCKSTEP_COMPARISON(Gt, >, true)
LOCKSTEP_COMPARISON(Ge, >=, true)
#undef LOCKSTEP_COMPARISON

template <class T>
struct DivFloat : Anywhere<T> {
  static constexpr bool kDefined = std::is_floating_point_v<T>;
  static T apply(T a, T b) { return a / b; }
};

// The most negative number by -1 leaves the range: it wraps to itself, with remainder 0.
template <bool Remainder, class T>
T divide(T a, T b) {
  if (b == T{0}) return T{0};
  if constexpr (std::is_signed_v<T>) {
    if (b == T{-1}) {
      return Remainder ? T{0} : static_cast<T>(Wrapping<T>{0} - static_cast<Wrapping<T>>(a));
    }
  }
  return static_cast<T>(Remainder ? a % b : a / b);
}

// Usually the divisor is the same for all lanes: a power of two, or a dividend that is the same, too, is soon
// done.
template <bool Remainder, class T>
bool divide_alike(Execution& x, const Operation& op) {
  std::byte* dst = x.registers + op.dst;
  const std::byte* a = x.registers + op.a;
  const std::byte* b = x.registers + op.b;
  const T dividend = get_lane<T>(a, 0), divisor = get_lane<T>(b, 0);
  if (divisor <= T{0}) return false;
  T differs_b = 0, differs_a = 0;
  for_all<32>(x, [&](unsigned lane) {
    differs_b = static_cast<T>(differs_b | (get_lane<T>(b, lane) ^ divisor));
    differs_a = static_cast<T>(differs_a | (get_lane<T>(a, lane) ^ dividend));
  });
  if (differs_b != T{0}) return false;
  if (differs_a == T{0}) {
    const T result = divide<Remainder, T>(dividend, divisor);
    for_all<32>(x, [&](unsigned lane) { put_lane<T>(dst, lane, result); });
    return true;
  }
  using U = std::make_unsigned_t<T>;
  const auto power = static_cast<U>(divisor);
  if (!std::has_single_bit(power)) return false;
  const int shift = std::countr_zero(power);
  const auto low = static_cast<U>(power - 1);
  for_all<32>(x, [&](unsigned lane) {
    const T value = get_lane<T>(a, lane);
    // Towards zero: a negative dividend is first moved up by what the shift cuts off.
    U up = 0;
    if constexpr (std::is_signed_v<T>) up = static_cast<U>(value < T{0} ? low : U{0});
    const T quotient = static_cast<T>(static_cast<T>(static_cast<U>(static_cast<U>(value) + up)) >> shift);
    put_lane<T>(
        dst, lane,
        Remainder ? static_cast<T>(static_cast<U>(value) - static_cast<U>(static_cast<U>(quotient) << shift))
                  : quotient);
  });
  return true;
}

template <bool Remainder, class T>
void divide_lanes(Execution& x, const Operation& op) {
  if (x.width == 32 && x.lanes == x.all_lanes && divide_alike<Remainder, T>(x, op)) return;
  std::byte* dst = x.registers + op.dst;
  const std::byte* a = x.registers + op.a;
  const std::byte* b = x.registers + op.b;
  std::uint64_t zero = 0;
  for_each_lane(x.lanes, [&](unsigned lane) {
    const T divisor = get_lane<T>(b, lane);
    zero |= std::uint64_t{divisor == T{0}} << lane;
    put_lane<T>(dst, lane, divide<Remainder, T>(get_lane<T>(a, lane), divisor));
  });
  if (zero != 0) [[unlikely]]
    report_division_by_zero(x, zero);
}

template <bool Remainder>
Handlers division_handlers(LaneType type) {
  return with_lane_type(type, []<class T>() -> Handlers {
    if constexpr (std::is_integral_v<T>) {
      const Handler handler = widest<&divide_lanes<Remainder, T>>();
      return {handler, handler};
    } else {
      return {};
    }
  });
}

}  // namespace

Handlers arithmetic_handlers(const Instruction& i, unsigned width) {
  switch (i.op) {
    case Opcode::neg:
      return handlers_of<Unary, Neg>(unsigned_form(i.type), width);
    case Opcode::add:
      return handlers_of<Binary, Add>(unsigned_form(i.type), width);
    case Opcode::sub:
      return handlers_of<Binary, Sub>(unsigned_form(i.type), width);
    case Opcode::mul:
      return handlers_of<Binary, Mul>(unsigned_form(i.type), width);
    case Opcode::div:
      return is_floating(i.type) ? handlers_of<Binary, DivFloat>(i.type, width)
                                 : division_handlers<false>(i.type);
    case Opcode::rem:
      return division_handlers<true>(i.type);
    default:
      return {};
  }
}

Handlers bit_handlers(const Instruction& i, unsigned width) {
  switch (i.op) {
    case Opcode::bit_not:
      return handlers_of<Unary, BitNot>(unsigned_form(i.type), width);
    case Opcode::shl:
      return handlers_of<Binary, Shl>(unsigned_form(i.type), width);
    case Opcode::shr:
      return handlers_of<Binary, Shr>(i.type, width);
    case Opcode::bit_and:
      return handlers_of<Binary, BitAnd>(unsigned_form(i.type), width);
    case Opcode::bit_or:
      return handlers_of<Binary, BitOr>(unsigned_form(i.type), width);
    case Opcode::bit_xor:
      return handlers_of<Binary, BitXor>(unsigned_form(i.type), width);
    default:
      return {};
  }
}

Handlers compare_handlers(const Instruction& i, unsigned width) {
  switch (i.op) {
    case Opcode::logical_not:
      return handlers_of<Unary, LogicalNot>(unsigned_form(i.type), width);
    case Opcode::cmp_eq:
      return handlers_of<Binary, Eq>(unsigned_form(i.type), width);
    case Opcode::cmp_ne:
      return handlers_of<Binary, Ne>(unsigned_form(i.type), width);
    case Opcode::cmp_lt:
      return handlers_of<Binary, Lt>(i.type, width);
    case Opcode::cmp_le:
      return handlers_of<Binary, Le>(i.type, width);
    case Opcode::cmp_gt:
      return handlers_of<Binary, Gt>(i.type, width);
    case Opcode::cmp_ge:
      return handlers_of<Binary, Ge>(i.type, width);
    default:
      return {};
  }
}

}  // namespace lockstep::sim
