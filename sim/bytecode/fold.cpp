// One template per kind of operation, instantiated for each lane type by visit().
#include "sim/bytecode/fold.hpp"

#include <bit>
#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>

namespace lockstep::sim::language {
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
    case LaneType::uint16x4:  // no register has it
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

template <class T>
Folded compare(Opcode op, T a, T b) {
  switch (op) {
    case Opcode::cmp_eq:
      return a == b;
    case Opcode::cmp_ne:
      return a != b;
    case Opcode::cmp_lt:
      return a < b;
    case Opcode::cmp_le:
      return a <= b;
    case Opcode::cmp_gt:
      return a > b;
    case Opcode::cmp_ge:
      return a >= b;
    default:
      return std::nullopt;
  }
}

template <std::floating_point T>
Folded arithmetic(Opcode op, T a, T b) {
  switch (op) {
    case Opcode::add:
      return bits_from<T>(a + b);
    case Opcode::sub:
      return bits_from<T>(a - b);
    case Opcode::mul:
      return bits_from<T>(a * b);
    case Opcode::div:
      return bits_from<T>(a / b);
    default:
      return std::nullopt;
  }
}

template <std::integral T>
Folded divide(Opcode op, T a, T b) {
  if (b == 0) return std::nullopt;
  if constexpr (std::is_signed_v<T>)
    if (b == -1) return op == Opcode::div ? bits_from<T>(static_cast<T>(-static_cast<std::uint64_t>(a))) : 0;
  return op == Opcode::div ? bits_from<T>(static_cast<T>(a / b)) : bits_from<T>(static_cast<T>(a % b));
}

template <std::integral T>
Folded arithmetic(Opcode op, T a, T b) {
  const auto ua = static_cast<std::uint64_t>(a);
  const auto ub = static_cast<std::uint64_t>(b);
  const auto shift = static_cast<int>(ub % std::numeric_limits<std::make_unsigned_t<T>>::digits);
  switch (op) {
    case Opcode::add:
      return bits_from<T>(static_cast<T>(ua + ub));
    case Opcode::sub:
      return bits_from<T>(static_cast<T>(ua - ub));
    case Opcode::mul:
      return bits_from<T>(static_cast<T>(ua * ub));
    case Opcode::div:
    case Opcode::rem:
      return divide(op, a, b);
    case Opcode::shl:
      return bits_from<T>(static_cast<T>(ua << shift));
    case Opcode::shr:
      return bits_from<T>(static_cast<T>(a >> shift));
    case Opcode::bit_and:
      return bits_from<T>(static_cast<T>(ua & ub));
    case Opcode::bit_or:
      return bits_from<T>(static_cast<T>(ua | ub));
    case Opcode::bit_xor:
      return bits_from<T>(static_cast<T>(ua ^ ub));
    default:
      return std::nullopt;
  }
}

// An integer of 64 bits to float and back may round; the host's default rounding is OpenCL's.
template <class To, class From>
Folded convert(From value) {
  if constexpr (std::integral<To> && std::floating_point<From>) {
    // Powers of two, so that the bounds are exact in either floating type; a NaN fails both.
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
  return visit(type, [&](auto zero) -> Folded {
    using T = decltype(zero);
    const T value = value_of<T>(a);
    if (op == Opcode::logical_not) return value == T{};
    if constexpr (std::floating_point<T>) {
      if (op == Opcode::neg) return bits_from<T>(-value);
    } else {
      if (op == Opcode::neg) return bits_from<T>(static_cast<T>(-static_cast<std::uint64_t>(value)));
      if (op == Opcode::bit_not) return bits_from<T>(static_cast<T>(~static_cast<std::uint64_t>(value)));
    }
    return std::nullopt;
  });
}

std::optional<std::uint64_t> fold_binary(Opcode op, LaneType type, std::uint64_t a, std::uint64_t b) {
  return visit(type, [&](auto zero) -> Folded {
    using T = decltype(zero);
    const T left = value_of<T>(a);
    const T right = value_of<T>(b);
    if (Folded result = compare(op, left, right)) return result;
    return arithmetic(op, left, right);
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

}  // namespace lockstep::sim::language
