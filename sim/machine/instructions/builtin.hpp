// Each built-in function is a struct whose function `apply` computes one lane. The handler reads and writes
// registers with the types of the arguments and the result of `apply`, so no table must repeat them.
#pragma once

#include "sim/bytecode/builtin.hpp"
#include "sim/machine/execution/lanes.hpp"

namespace lockstep::sim {

Handlers float_builtin_handlers(Builtin function, LaneType type, unsigned width);
Handlers integer_builtin_handlers(Builtin function, LaneType type, unsigned width);

template <class O, unsigned W, class R, class... A>
struct Called {
  template <std::size_t... I>
  static R lane(const std::byte* const* arguments, unsigned l, std::index_sequence<I...>) {
    return O::apply(get_lane<A>(arguments[I], l)...);
  }
  static constexpr auto kIndices = std::index_sequence_for<A...>{};

  // Whether all sizes are the same, as is usual. If they differ, the result must not be computed in place.
  static constexpr bool kSameSize = ((sizeof(A) == sizeof(R)) && ...);

  static void full(Execution& x, const Operation& op) {
    const std::byte* arguments[] = {x.registers + op.a, x.registers + op.b, x.registers + op.c};
    compute_full<R, kSameSize, W>(x, op, [&](unsigned l) { return lane(arguments, l, kIndices); });
  }
  static void masked(Execution& x, const Operation& op) {
    const std::byte* arguments[] = {x.registers + op.a, x.registers + op.b, x.registers + op.c};
    compute_masked<R, W>(x, op, [&](unsigned l) { return lane(arguments, l, kIndices); });
  }
};

template <class O, unsigned W, class R, class... A>
Called<O, W, R, A...> called(R (*)(A...));

// Returns the handlers of a function. Cheap functions have code for the usual warp width; the others compute
// only the active lanes.
template <class O>
Handlers builtin_of(unsigned width) {
  using AnyWidth = decltype(called<O, 0>(&O::apply));
  if constexpr (O::kIsCheap) {
    using Usual = decltype(called<O, 32>(&O::apply));
    return handlers_by_width<Usual, AnyWidth>(width);
  }
  return {&AnyWidth::masked, &AnyWidth::masked};
}

}  // namespace lockstep::sim
