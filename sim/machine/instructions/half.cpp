// Executes the instructions that convert between half-precision floats, which exist in memory only, and the
// other types.
#include "sim/bytecode/half_bits.hpp"
#include "sim/machine/execution/lanes.hpp"

namespace lockstep::sim {
namespace {

struct FromHalf {
  static float apply(std::uint16_t bits) { return half::value_of(bits); }
};

template <class T>
void to_half(Execution& x, const Operation& op) {
  const auto mode = static_cast<ConvertMode>(op.instruction->mode);
  const std::byte* a = x.registers + op.a;
  compute_masked<std::uint16_t, 0>(x, op,
                                   [=](unsigned lane) { return half::bits_of(get_lane<T>(a, lane), mode); });
}

}  // namespace

template <>
Handlers handlers<Opcode::from_half>(const Instruction&, unsigned) {
  const Handler handler = Unary<FromHalf, std::uint16_t, 0>::masked;
  return {handler, handler};
}

template <>
Handlers handlers<Opcode::to_half>(const Instruction& i, unsigned) {
  const Handler handler = i.type == LaneType::float64 ? to_half<double> : to_half<float>;
  return {handler, handler};
}

}  // namespace lockstep::sim
