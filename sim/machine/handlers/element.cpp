// Pointer arithmetic: an address and a scaled index, which is extended to 64 bits by its own type.
#include "sim/machine/findings.hpp"
#include "sim/machine/lanes.hpp"

namespace lockstep::sim {
namespace {

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

// Of an array inside another object. The target may be the register of the index.
template <class T>
void bounded_element(Execution& x, const Operation& op) {
  const std::uint64_t count = x.launch->program->array_bounds[op.instruction->target - 1].count;
  std::uint64_t beyond = 0;
  for_active(x.lanes, [&](unsigned lane) {
    const auto index =
        static_cast<std::uint64_t>(static_cast<std::int64_t>(get_lane<T>(x.registers + op.b, lane)));
    if (index >= count) beyond |= std::uint64_t{1} << lane;
  });
  if (beyond != 0) report_index(x, op, beyond);
  Element<T, 0>::masked(x, op);
}

}  // namespace

Handlers element_handlers(const Instruction& i, unsigned width) {
  return with_lane_type(i.type, [&]<class T>() -> Handlers {
    if constexpr (std::is_integral_v<T>) {
      if (i.target != 0) return {bounded_element<T>, bounded_element<T>};
      return handlers_by_width<Element<T, 32>, Element<T, 0>>(width);
    } else {
      return {};
    }
  });
}

}  // namespace lockstep::sim
