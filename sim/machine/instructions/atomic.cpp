// Executes atomic functions. The lanes of a warp execute one after another, in order, each on the result of
// the previous lane.
#include "sim/machine/execution/findings.hpp"
#include "sim/machine/execution/lanes.hpp"
#include "sim/machine/execution/memory_slice.hpp"

namespace lockstep::sim {
namespace {

template <class T>
struct Operands {
  T b{};
  T c{};
};

template <class T>
T wrapping_sum(T a, T b, bool subtract) {
  if constexpr (std::is_floating_point_v<T>) {
    return subtract ? a - b : a + b;
  } else {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(subtract ? static_cast<U>(a) - static_cast<U>(b)
                                   : static_cast<U>(a) + static_cast<U>(b));
  }
}

template <class T>
T bitwise(AtomicOp op, T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    if (op == AtomicOp::bit_and) return static_cast<T>(a & b);
    if (op == AtomicOp::bit_or) return static_cast<T>(a | b);
    return static_cast<T>(a ^ b);
  } else {
    return a;
  }
}

// Returns the value in memory after the operation. A compare-exchange compares floats by their bits.
template <class T>
T changed(AtomicOp op, T old, const Operands<T>& with) {
  switch (op) {
    case AtomicOp::add:
      return wrapping_sum(old, with.b, false);
    case AtomicOp::sub:
      return wrapping_sum(old, with.b, true);
    case AtomicOp::exchange:
    case AtomicOp::store:
      return with.b;
    case AtomicOp::increment:
      return wrapping_sum(old, T{1}, false);
    case AtomicOp::decrement:
      return wrapping_sum(old, T{1}, true);
    case AtomicOp::compare_exchange:
      return std::memcmp(&old, &with.b, sizeof(T)) == 0 ? with.c : old;
    case AtomicOp::min:
      return with.b < old ? with.b : old;
    case AtomicOp::max:
      return old < with.b ? with.b : old;
    case AtomicOp::bit_and:
    case AtomicOp::bit_or:
    case AtomicOp::bit_xor:
      return bitwise(op, old, with.b);
    case AtomicOp::load:
      return old;
    case AtomicOp::increment_to:
      return old >= with.b ? T{} : wrapping_sum(old, T{1}, false);
    case AtomicOp::decrement_from:
      return old == T{} || old > with.b ? with.b : wrapping_sum(old, T{1}, true);
  }
  return old;
}

// Returns whether some byte of the value is 0 in the map of written bytes. If 1 is subtracted from each byte
// of the map, a byte that is 0 causes a borrow.
template <class T>
bool is_unwritten(const std::uint8_t* map) {
  if (map == nullptr) return false;
  std::uint64_t bytes = ~std::uint64_t{0};
  static_assert(sizeof(T) <= sizeof bytes);
  std::memcpy(&bytes, map, sizeof(T));
  return ((bytes - 0x0101010101010101u) & ~bytes & 0x8080808080808080u) != 0;
}

// Returns the kind of access as which an atomic function is counted. An atomic load or store costs as much as
// an ordinary load or store: with any memory order, the counters of an H200 count it as ld or st.
AccessKind kind_of(AtomicOp op) {
  if (op == AtomicOp::load) return AccessKind::load;
  return op == AtomicOp::store ? AccessKind::store : AccessKind::atomic;
}

template <class T>
void atomic(Execution& x, const Operation& op) {
  const auto operation = static_cast<AtomicOp>(op.instruction->mode);
  const AccessRequest request{kind_of(operation), x.registers + op.a, sizeof(T), sizeof(T)};
  const bool overwrites = operation == AtomicOp::store || operation == AtomicOp::exchange;
  Located located;
  locate<0>(x, op, request, located);
  T old[kMaxLanes] = {};
  std::uint64_t unwritten = 0;
  for_each_lane(located.ok, [&](unsigned lane) {
    const auto address = get_lane<std::uint64_t>(request.addresses, lane);
    std::byte* place = located.at(lane, address);
    std::uint8_t* map = located.written_at(lane, address);
    if (!overwrites && is_unwritten<T>(map)) unwritten |= std::uint64_t{1} << lane;
    std::memcpy(&old[lane], place, sizeof(T));
    const Operands<T> with{get_lane<T>(x.registers + op.b, lane), get_lane<T>(x.registers + op.c, lane)};
    const T now = changed(operation, old[lane], with);
    if (x.state.counts_changes && changes(address, place, &now, sizeof(T))) x.note_change();
    std::memcpy(place, &now, sizeof(T));
    if (map != nullptr && operation != AtomicOp::load) std::memset(map, 1, sizeof(T));
  });
  report_access(x, Finding::Kind::uninitialised_read, request, unwritten);
  if (operation == AtomicOp::store) return;
  for_each_lane(x.lanes, [&](unsigned lane) { put_lane<T>(x.registers + op.dst, lane, old[lane]); });
}

}  // namespace

template <>
Handlers handlers<Opcode::atomic>(const Instruction& instruction, unsigned) {
  return with_lane_type(instruction.type, []<class T>() -> Handlers { return {atomic<T>, atomic<T>}; });
}

}  // namespace lockstep::sim
