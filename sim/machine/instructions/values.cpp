// Executes constants, copies of registers, selections, and pointer arithmetic.
#include "sim/machine/execution/findings.hpp"
#include "sim/machine/execution/lanes.hpp"

namespace lockstep::sim {
namespace {

template <class T, unsigned W>
struct Constant {
  static void full(Execution& x, const Operation& op) {
    const auto value = static_cast<T>(op.imm);
    compute_full<T, true, W>(x, op, [=](unsigned) { return value; });
  }
  static void masked(Execution& x, const Operation& op) {
    const auto value = static_cast<T>(op.imm);
    compute_masked<T, W>(x, op, [=](unsigned) { return value; });
  }
};

struct Same {
  template <class T>
  static T apply(T a) {
    return a;
  }
};

template <class T, unsigned W>
struct Select {
  static T choose(const std::byte* a, const std::byte* b, const std::byte* c, unsigned lane) {
    const T yes = get_lane<T>(b, lane);
    const T no = get_lane<T>(c, lane);
    return get_lane<std::int32_t>(a, lane) != 0 ? yes : no;
  }
  static void full(Execution& x, const Operation& op) {
    const std::byte *a = x.registers + op.a, *b = x.registers + op.b, *c = x.registers + op.c;
    compute_full<T, sizeof(T) == 4, W>(x, op, [=](unsigned l) { return choose(a, b, c, l); });
  }
  static void masked(Execution& x, const Operation& op) {
    const std::byte *a = x.registers + op.a, *b = x.registers + op.b, *c = x.registers + op.c;
    compute_masked<T, W>(x, op, [=](unsigned l) { return choose(a, b, c, l); });
  }
};

// Pointer arithmetic. The result is an address plus a scaled index, which is extended to 64 bits according to
// its type.
template <class T, unsigned W>
struct Element {
  static std::uint64_t at(const std::byte* a, const std::byte* b, std::uint64_t bytes, unsigned lane) {
    const auto index = static_cast<std::uint64_t>(static_cast<std::int64_t>(get_lane<T>(b, lane)));
    return get_lane<std::uint64_t>(a, lane) + index * bytes;
  }
  static void full(Execution& x, const Operation& op) {
    const std::byte *a = x.registers + op.a, *b = x.registers + op.b;
    const auto bytes = static_cast<std::uint64_t>(op.imm);
    compute_full<std::uint64_t, sizeof(T) == 8, W>(x, op, [=](unsigned l) { return at(a, b, bytes, l); });
  }
  static void masked(Execution& x, const Operation& op) {
    const std::byte *a = x.registers + op.a, *b = x.registers + op.b;
    const auto bytes = static_cast<std::uint64_t>(op.imm);
    compute_masked<std::uint64_t, W>(x, op, [=](unsigned l) { return at(a, b, bytes, l); });
  }
};

// Returns the index of a lane, for an array that is part of a larger object. The target may be the register
// of the index.
template <class T>
std::uint64_t index_of_lane(const Execution& x, const Operation& op, unsigned lane) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(get_lane<T>(x.registers + op.b, lane)));
}
template <class T>
[[gnu::noinline]] void report_beyond(Execution& x, const Operation& op, std::uint64_t count) {
  std::uint64_t beyond = 0;
  for_each_lane(x.lanes, [&](unsigned lane) {
    if (index_of_lane<T>(x, op, lane) >= count) beyond |= std::uint64_t{1} << lane;
  });
  if (beyond != 0) report_index(x, op, beyond);
}
template <class T>
std::uint64_t bound_of(const Execution& x, const Operation& op) {
  return x.launch->program->array_bounds[op.instruction->target - 1].count;
}
// Pointer arithmetic that checks an index. The number of elements is less than 2^63. The sign bit of count
// - 1 - index therefore shows whether an index below 2^63 is out of bounds; in larger indices, the sign bit
// is set.
template <class T, unsigned W>
struct BoundedElement {
  static void full(Execution& x, const Operation& op) {
    const std::uint64_t count = bound_of<T>(x, op);
    std::uint64_t beyond = 0;
    for_all<W>(x, [&](unsigned lane) {
      const std::uint64_t index = index_of_lane<T>(x, op, lane);
      beyond |= index | (count - 1 - index);
    });
    if (static_cast<std::int64_t>(beyond) < 0) [[unlikely]]
      report_beyond<T>(x, op, count);
    Element<T, W>::full(x, op);
  }
  static void masked(Execution& x, const Operation& op) {
    report_beyond<T>(x, op, bound_of<T>(x, op));
    Element<T, W>::masked(x, op);
  }
};

}  // namespace

template <>
Handlers handlers<Opcode::constant>(const Instruction& i, unsigned width) {
  return with_lane_size(i.type,
                        [&]<class T>() { return handlers_by_width<Constant<T, 32>, Constant<T, 0>>(width); });
}

template <>
Handlers handlers<Opcode::mov>(const Instruction& i, unsigned width) {
  return with_lane_size(
      i.type, [&]<class T>() { return handlers_by_width<Unary<Same, T, 32>, Unary<Same, T, 0>>(width); });
}

template <>
Handlers handlers<Opcode::select>(const Instruction& i, unsigned width) {
  return with_lane_size(i.type,
                        [&]<class T>() { return handlers_by_width<Select<T, 32>, Select<T, 0>>(width); });
}

template <>
Handlers handlers<Opcode::element>(const Instruction& i, unsigned width) {
  return with_lane_type(i.type, [&]<class T>() -> Handlers {
    if constexpr (std::is_integral_v<T>) {
      if (i.target != 0) return handlers_by_width<BoundedElement<T, 32>, BoundedElement<T, 0>>(width);
      return handlers_by_width<Element<T, 32>, Element<T, 0>>(width);
    } else {
      return {};
    }
  });
}

}  // namespace lockstep::sim
