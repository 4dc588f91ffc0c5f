// Loops over the lanes of a register, written so that the compiler can vectorise them. The warp width is a
// template argument (0: known at run time only), lanes are contiguous, and a masked instruction computes all
// lanes and then keeps the results of the active lanes.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/base/unreachable.hpp"
#include "core/base/vectors.hpp"
#include "sim/machine/execution/execution.hpp"
#include "sim/memory_rules/access.hpp"
#include "sim/memory_rules/wide.hpp"

namespace lockstep::sim {

// Placed before a loop over lanes, this macro tells the compiler that no lane writes a value that another
// lane reads.
#if defined(__GNUC__) && !defined(__clang__)
#define LOCKSTEP_LANES_ARE_INDEPENDENT _Pragma("GCC ivdep")
#else
#define LOCKSTEP_LANES_ARE_INDEPENDENT
#endif

template <class T>
inline T get_lane(const std::byte* lanes, unsigned lane) {
  T value;
  std::memcpy(&value, lanes + lane * sizeof(T), sizeof(T));
  return value;
}

template <class T>
inline void put_lane(std::byte* lanes, unsigned lane, T value) {
  std::memcpy(lanes + lane * sizeof(T), &value, sizeof(T));
}

// Calls f(lane) for all lanes. dst and its sources may be the same register but never overlap in part, so the
// lanes are independent.
template <unsigned W, class F>
inline void for_all(const Execution& x, F f) {
  const unsigned width = W != 0 ? W : x.width;
  LOCKSTEP_LANES_ARE_INDEPENDENT
  for (unsigned lane = 0; lane < width; ++lane) f(lane);
}

inline constexpr auto kLaneBit = [] {
  std::array<std::uint32_t, 32> bits{};
  for (unsigned i = 0; i < 32; ++i) bits[i] = std::uint32_t{1} << i;
  return bits;
}();

// Copies `out` to dst in the lanes of `mask`.
template <class R, unsigned W>
inline void blend(std::byte* dst, const R* out, std::uint64_t mask) {
  for (unsigned base = 0; base < W; base += 32) {
    const auto word = static_cast<std::uint32_t>(mask >> base);
    constexpr unsigned kCount = W < 32 ? W : 32;
    LOCKSTEP_LANES_ARE_INDEPENDENT
    for (unsigned i = 0; i < kCount; ++i) {
      const R kept = get_lane<R>(dst, base + i);
      put_lane<R>(dst, base + i, (word & kLaneBit[i]) != 0 ? out[base + i] : kept);
    }
  }
}

// If at most this number of lanes is active, computing one lane at a time is faster than computing all lanes
// and blending.
inline constexpr int kFewLanes = 6;

// Stores f(lane) in dst for all lanes. If results and sources differ in size, the register changes its
// layout. All results are then computed before the first is stored, because dst may also be a source.
template <class R, bool SameSize, unsigned W, class F>
inline void compute_full(Execution& x, const Operation& op, F f) {
  std::byte* dst = x.registers + op.dst;
  if (SameSize || (op.dst != op.a && op.dst != op.b && op.dst != op.c)) {
    for_all<W>(x, [&](unsigned lane) { put_lane<R>(dst, lane, f(lane)); });
  } else {
    R out[W != 0 ? W : kMaxLanes];
    for_all<W>(x, [&](unsigned lane) { out[lane] = f(lane); });
    std::memcpy(dst, out, sizeof(R) * (W != 0 ? W : x.width));
  }
}

// Does the same for the active lanes. f must accept any bits, because inactive lanes may be computed, too.
template <class R, unsigned W, class F>
inline void compute_masked(Execution& x, const Operation& op, F f) {
  std::byte* dst = x.registers + op.dst;
  const std::uint64_t mask = x.lanes;
  R out[W != 0 ? W : kMaxLanes];
  if (W == 0 || std::popcount(mask) <= kFewLanes) {
    for_each_lane(mask, [&](unsigned lane) { out[lane] = f(lane); });
    for_each_lane(mask, [&](unsigned lane) { put_lane<R>(dst, lane, out[lane]); });
  } else {
    for_all<W>(x, [&](unsigned lane) { out[lane] = f(lane); });
    blend<R, W>(dst, out, mask);
  }
}

// The handlers of an operation O, which has a static function apply(T) or apply(T, T).
template <class O, class T, unsigned W>
struct Unary {
  using R = decltype(O::apply(T{}));
  static void full(Execution& x, const Operation& op) {
    const std::byte* a = x.registers + op.a;
    compute_full<R, sizeof(R) == sizeof(T), W>(x, op,
                                               [=](unsigned l) { return O::apply(get_lane<T>(a, l)); });
  }
  static void masked(Execution& x, const Operation& op) {
    const std::byte* a = x.registers + op.a;
    compute_masked<R, W>(x, op, [=](unsigned l) { return O::apply(get_lane<T>(a, l)); });
  }
};

template <class O, class T, unsigned W>
struct Binary {
  using R = decltype(O::apply(T{}, T{}));
  static void full(Execution& x, const Operation& op) {
    const std::byte* a = x.registers + op.a;
    const std::byte* b = x.registers + op.b;
    compute_full<R, sizeof(R) == sizeof(T), W>(
        x, op, [=](unsigned l) { return O::apply(get_lane<T>(a, l), get_lane<T>(b, l)); });
  }
  static void masked(Execution& x, const Operation& op) {
    const std::byte* a = x.registers + op.a;
    const std::byte* b = x.registers + op.b;
    compute_masked<R, W>(x, op, [=](unsigned l) { return O::apply(get_lane<T>(a, l), get_lane<T>(b, l)); });
  }
};

// Calls f.template operator()<T>() with the C++ type T of a lane type.
template <class F>
inline auto with_lane_type(LaneType type, F f) {
  switch (type) {
    case LaneType::int8:
      return f.template operator()<std::int8_t>();
    case LaneType::uint8:
      return f.template operator()<std::uint8_t>();
    case LaneType::int16:
      return f.template operator()<std::int16_t>();
    case LaneType::uint16:
      return f.template operator()<std::uint16_t>();
    case LaneType::int32:
      return f.template operator()<std::int32_t>();
    case LaneType::uint32:
      return f.template operator()<std::uint32_t>();
    case LaneType::int64:
      return f.template operator()<std::int64_t>();
    case LaneType::uint64:
      return f.template operator()<std::uint64_t>();
    case LaneType::float32:
      return f.template operator()<float>();
    case LaneType::float64:
      return f.template operator()<double>();
    case LaneType::uint16x4:  // exists in memory only; each entry has its own register
      break;
  }
  unreachable();
}

// Does the same for operations for which only the size of a lane matters. One unsigned type serves all types
// of the same size.
template <class F>
inline Handlers with_lane_size(LaneType type, F f) {
  switch (size_bytes(type)) {
    case 1:
      return f.template operator()<std::uint8_t>();
    case 2:
      return f.template operator()<std::uint16_t>();
    case 4:
      return f.template operator()<std::uint32_t>();
    default:
      return f.template operator()<std::uint64_t>();
  }
}

// Returns a handler, or its version for the wider vectors of this processor.
#if LOCKSTEP_HAS_WIDE
template <Handler H>
[[LOCKSTEP_AVX2]] void with_avx2(Execution& x, const Operation& op) {
  H(x, op);
}
#endif
template <Handler H>
inline Handler widest() {
#if LOCKSTEP_HAS_WIDE
  if (vectors_here() != Vectors::usual) return with_avx2<H>;
#endif
  return H;
}

// Returns Usual::full and Usual::masked for the usual warp width. For any other width, the masked form serves
// both purposes.
template <class Usual, class AnyWidth>
inline Handlers handlers_by_width(unsigned width) {
  if (width == 32) return {widest<&Usual::full>(), widest<&Usual::masked>()};
  return {&AnyWidth::masked, &AnyWidth::masked};
}

// Returns the unsigned type of the same size, for operations that are the same on signed and unsigned lanes.
// This halves the amount of code.
constexpr LaneType unsigned_form(LaneType type) {
  switch (type) {
    case LaneType::int8:
      return LaneType::uint8;
    case LaneType::int16:
      return LaneType::uint16;
    case LaneType::int32:
      return LaneType::uint32;
    case LaneType::int64:
      return LaneType::uint64;
    default:
      return type;
  }
}

}  // namespace lockstep::sim
