// Pointer arithmetic: an address and a scaled index, which is extended to 64 bits by its own type.
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

}  // namespace

Handlers element_handlers(const Instruction& i, unsigned width) {
  return with_lane_type(i.type, [&]<class T>() -> Handlers {
    if constexpr (std::is_integral_v<T>) {
      return handlers_by_width<Element<T, 32>, Element<T, 0>>(width);
    } else {
      return {};
    }
  });
}

}  // namespace lockstep::sim
