// Executes arithmetic instructions, bit operations and comparisons whose operands have one type.
#include <limits>

#include "sim/bytecode/computed.hpp"
#include "sim/machine/execution/findings.hpp"
#include "sim/machine/execution/lanes.hpp"

namespace lockstep::sim {
namespace {

template <Opcode op, class T>
constexpr bool kTakes = requires(T a) {
  Computed<op>::apply(a);
}
|| requires(T a) { Computed<op>::apply(a, a); };

// Whether code is generated for the type T. If the sign does not matter, code is generated only for the
// unsigned form of an integer type.
template <Opcode op, class T>
constexpr bool kHasCode = Computed<op>::kSigned || std::is_floating_point_v<T> || std::is_unsigned_v<T>;

template <template <class, class, unsigned> class Shape, Opcode op>
Handlers computed(const Instruction& i, unsigned width) {
  const LaneType type = Computed<op>::kSigned ? i.type : unsigned_form(i.type);
  return with_lane_type(type, [&]<class T>() -> Handlers {
    if constexpr (kTakes<op, T> && kHasCode<op, T>)
      return handlers_by_width<Shape<Computed<op>, T, 32>, Shape<Computed<op>, T, 0>>(width);
    else
      return {};
  });
}

// Divides if the divisor is the same for all lanes, as is usual, and one of two fast cases applies: the
// divisor is a power of two, or the dividend is the same for all lanes, too. Otherwise returns false.
template <Opcode Code, class T>
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
    const T result = Computed<Code>::apply(dividend, divisor);
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
    // To round towards zero, a negative dividend is first increased by divisor - 1.
    U up = 0;
    if constexpr (std::is_signed_v<T>) up = static_cast<U>(value < T{0} ? low : U{0});
    const T quotient = static_cast<T>(static_cast<T>(static_cast<U>(static_cast<U>(value) + up)) >> shift);
    put_lane<T>(dst, lane,
                Code == Opcode::rem ? static_cast<T>(static_cast<U>(value) -
                                                     static_cast<U>(static_cast<U>(quotient) << shift))
                                    : quotient);
  });
  return true;
}

template <Opcode Code, class T>
void divide_lanes(Execution& x, const Operation& op) {
  if (x.width == 32 && x.lanes == x.all_lanes && divide_alike<Code, T>(x, op)) return;
  std::byte* dst = x.registers + op.dst;
  const std::byte* a = x.registers + op.a;
  const std::byte* b = x.registers + op.b;
  std::uint64_t zero = 0;
  for_each_lane(x.lanes, [&](unsigned lane) {
    const T divisor = get_lane<T>(b, lane);
    zero |= std::uint64_t{divisor == T{0}} << lane;
    put_lane<T>(dst, lane, Computed<Code>::apply(get_lane<T>(a, lane), divisor));
  });
  if (zero != 0) [[unlikely]]
    report_division_by_zero(x, zero);
}

template <Opcode op>
Handlers division(const Instruction& i, unsigned width) {
  return with_lane_type(i.type, [&]<class T>() -> Handlers {
    if constexpr (std::is_integral_v<T>) {
      const Handler handler = widest<&divide_lanes<op, T>>();
      return {handler, handler};
    } else if constexpr (kTakes<op, T>) {
      return handlers_by_width<Binary<Computed<op>, T, 32>, Binary<Computed<op>, T, 0>>(width);
    } else {
      return {};
    }
  });
}

}  // namespace

#define LOCKSTEP_COMPUTED(shape, name)                                    \
  template <>                                                             \
  Handlers handlers<Opcode::name>(const Instruction& i, unsigned width) { \
    return computed<shape, Opcode::name>(i, width);                       \
  }
LOCKSTEP_COMPUTED(Unary, neg)
LOCKSTEP_COMPUTED(Binary, add)
LOCKSTEP_COMPUTED(Binary, sub)
LOCKSTEP_COMPUTED(Binary, mul)
LOCKSTEP_COMPUTED(Unary, bit_not)
LOCKSTEP_COMPUTED(Binary, shl)
LOCKSTEP_COMPUTED(Binary, shr)
LOCKSTEP_COMPUTED(Binary, bit_and)
LOCKSTEP_COMPUTED(Binary, bit_or)
LOCKSTEP_COMPUTED(Binary, bit_xor)
LOCKSTEP_COMPUTED(Unary, logical_not)
LOCKSTEP_COMPUTED(Binary, cmp_eq)
LOCKSTEP_COMPUTED(Binary, cmp_ne)
LOCKSTEP_COMPUTED(Binary, cmp_lt)
LOCKSTEP_COMPUTED(Binary, cmp_le)
LOCKSTEP_COMPUTED(Binary, cmp_gt)
LOCKSTEP_COMPUTED(Binary, cmp_ge)
#undef LOCKSTEP_COMPUTED

template <>
Handlers handlers<Opcode::div>(const Instruction& i, unsigned width) {
  return division<Opcode::div>(i, width);
}
template <>
Handlers handlers<Opcode::rem>(const Instruction& i, unsigned width) {
  return division<Opcode::rem>(i, width);
}

}  // namespace lockstep::sim
