#include "sim/bytecode/fold.hpp"

#include <bit>
#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>

#include "sim/bytecode/computed.hpp"

namespace lockstep::sim {
namespace {

template <class F>
auto visit(LaneType type, F f) {
  switch (type) {
    case LaneType::int8:
      return f(std::int8_t{});
    case LaneType::uint8:
      return f(std::uint8_t{});
    case LaneType::int16:
      return f(std::int16_t{});
    case LaneType::uint16:
      return f(std::uint16_t{});
    case LaneType::uint32:
      return f(std::uint32_t{});
    case LaneType::int64:
      return f(std::int64_t{});
    case LaneType::uint64:
    case LaneType::uint16x4:  // not a register type
      return f(std::uint64_t{});
    case LaneType::float32:
      return f(float{});
    case LaneType::float64:
      return f(double{});
    case LaneType::int32:
      break;
  }
  return f(std::int32_t{});
}

template <class T>
T value_of(std::uint64_t bits) {
  if constexpr (std::same_as<T, float>)
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  else if constexpr (std::same_as<T, double>)
    return std::bit_cast<double>(bits);
  else
    return static_cast<T>(bits);
}

template <class T>
std::uint64_t bits_from(T value) {
  if constexpr (std::same_as<T, float>)
    return std::bit_cast<std::uint32_t>(value);
  else if constexpr (std::same_as<T, double>)
    return std::bit_cast<std::uint64_t>(value);
  else
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

using Folded = std::optional<std::uint64_t>;

template <Opcode op, class... T>
Folded folded(T... operands) {
  if constexpr (requires { Computed<op>::apply(operands...); })
    return bits_from(Computed<op>::apply(operands...));
  else
    return std::nullopt;
}

template <class... T>
Folded fold(Opcode op, T... operands) {
  switch (op) {
#define X(name, ...) \
  case Opcode::name: \
    return folded<Opcode::name>(operands...);
#include "sim/bytecode/opcodes.def"
#undef X
  }
  return std::nullopt;
}

// Division by zero is not folded, because the machine reports it as a finding if a lane executes it.
template <class T>
bool divides_by_zero(Opcode op, T divisor) {
  return std::integral<T> && (op == Opcode::div || op == Opcode::rem) && divisor == T{};
}

// Conversions between 64-bit integers and float may round. The host's default rounding mode is that
// of OpenCL.
template <class To, class From>
Folded convert(From value) {
  if constexpr (std::integral<To> && std::floating_point<From>) {
    // Both bounds are powers of two and therefore exact in either floating-point type. A NaN fails
    // both comparisons.
    const From above = std::ldexp(From{1}, std::numeric_limits<To>::digits);
    const From below = std::is_signed_v<To> ? -above : From{0};
    if (!(value >= below && value < above)) return std::nullopt;
  }
  return bits_from<To>(static_cast<To>(value));
}

}  // namespace

std::uint64_t bits_of_integer(LaneType type, std::uint64_t value) {
  return visit(type, [&](auto zero) { return bits_from(value_of<decltype(zero)>(value)); });
}

std::uint64_t bits_of_floating(LaneType type, double value) {
  return type == LaneType::float32 ? bits_from(static_cast<float>(value)) : bits_from(value);
}

std::optional<std::uint64_t> fold_unary(Opcode op, LaneType type, std::uint64_t a) {
  return visit(type, [&](auto zero) { return fold(op, value_of<decltype(zero)>(a)); });
}

std::optional<std::uint64_t> fold_binary(Opcode op, LaneType type, std::uint64_t a, std::uint64_t b) {
  return visit(type, [&](auto zero) -> Folded {
    using T = decltype(zero);
    const T divisor = value_of<T>(b);
    if (divides_by_zero(op, divisor)) return std::nullopt;
    return fold(op, value_of<T>(a), divisor);
  });
}

std::optional<std::uint64_t> fold_convert(LaneType to, LaneType from, std::uint64_t bits) {
  return visit(from, [&](auto source) {
    const auto value = value_of<decltype(source)>(bits);
    return visit(to, [&](auto target) { return convert<decltype(target)>(value); });
  });
}

bool is_zero(LaneType type, std::uint64_t bits) {
  return visit(type, [&](auto zero) { return value_of<decltype(zero)>(bits) == decltype(zero){}; });
}

}  // namespace lockstep::sim
