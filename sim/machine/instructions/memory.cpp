// Executes loads and stores. Lanes are served in order, so if several lanes store to one address, the
// value of the highest lane remains. A load that fails returns 0, a store that fails is dropped, and the
// run continues.
#include <array>

#include "sim/machine/execution/findings.hpp"
#include "sim/machine/execution/lanes.hpp"
#include "sim/machine/execution/memory_slice.hpp"

namespace lockstep::sim {
namespace {

// A value with 1 in each byte, which is the entry of an initialised U in the map of written bytes.
template <class U>
constexpr U kWritten = static_cast<U>(0x0101010101010101u);

std::uint32_t alignment_of(const Instruction& i) {
  constexpr std::uint8_t kWholeVector = 1, kAnywhere = 2;
  const auto element = static_cast<std::uint32_t>(size_bytes(i.type));
  if (i.mode == kAnywhere) return 1;
  return i.mode == kWholeVector ? element * std::bit_ceil(static_cast<std::uint32_t>(i.count)) : element;
}

std::uint32_t access_bytes(const Instruction& i) {
  return static_cast<std::uint32_t>(size_bytes(i.type)) * i.count;
}

// Returns whether the content that is read must be initialised. This is not required if a whole vector is
// copied but only its initialised components are used.
bool checks_content(const Operation& op) { return op.target != kCarriesUninitialised; }

// Returns the first component that is not initialised; `count` if all components are initialised.
template <class U>
unsigned first_unwritten(const std::uint8_t* map, unsigned count) {
  for (unsigned k = 0; k < count; ++k) {
    U word;
    std::memcpy(&word, map + k * sizeof(U), sizeof(U));
    if (word != kWritten<U>) return k;
  }
  return count;
}

// Reports the lanes that read an uninitialised component. The message names the first such component.
template <class U>
void report_unwritten(Execution& x, const Located& located, AccessRequest request, unsigned count) {
  std::array<std::uint64_t, 16> lanes_by_component{};
  for_each_lane(located.ok, [&](unsigned lane) {
    const std::uint8_t* map = located.written_at(lane, get_lane<std::uint64_t>(request.addresses, lane));
    const unsigned first = map == nullptr ? count : first_unwritten<U>(map, count);
    if (first != count) lanes_by_component[first] |= std::uint64_t{1} << lane;
  });
  for (unsigned k = 0; k < count; ++k) {
    if (lanes_by_component[k] == 0) continue;
    request.part = static_cast<std::uint32_t>(k * sizeof(U));
    report_access(x, Finding::Kind::uninitialised_read, request, lanes_by_component[k]);
  }
}

// Returns whether the shape of the access is known: the lanes' addresses are in one object, in few stretches
// or at known distances.
bool is_by_shape(const Located& located, unsigned count) {
  return located.shape != nullptr && count == 1 && located.view.lane_stride == 0;
}

// Returns true if a fast check shows that all bytes that a load reads have been written. If it returns false,
// they may or may not have been written.
template <class U>
bool is_surely_written(const Located& located) {
  if (located.view.written == nullptr) return true;
  if (located.shape->stretch_count == 0) return false;
  const std::uint8_t* map = located.view.written + (located.first - located.base);
  for (const LaneStretch& run : located.shape->runs()) {
    const std::size_t lanes = run.is_same ? 1 : run.count;
    if (std::memchr(map + run.distance, 0, lanes * sizeof(U)) != nullptr) return false;
  }
  return true;
}

template <class U, unsigned W>
void load_by_shape(Execution& x, const Located& located, std::byte* dst) {
  const AccessShape& shape = *located.shape;
  const std::byte* from = located.view.data + (located.first - located.base);
  if (shape.stretch_count == 0) {
    if (W != 0 && x.lanes == x.all_lanes) {
      for_all<W>(x, [&](unsigned lane) {
        put_lane<U>(dst, lane, get_lane<U>(from + static_cast<std::int64_t>(shape.distance[lane]), 0));
      });
    } else {
      for_each_lane(x.lanes, [&](unsigned lane) {
        put_lane<U>(dst, lane, get_lane<U>(from + static_cast<std::int64_t>(shape.distance[lane]), 0));
      });
    }
    return;
  }
  for (const LaneStretch& run : shape.runs()) {
    std::byte* to = dst + run.first * sizeof(U);
    if (run.is_same || run.count == 1) {
      const U value = get_lane<U>(from + run.distance, 0);
      for (unsigned i = 0; i < run.count; ++i) put_lane<U>(to, i, value);
    } else {
      std::memcpy(to, from + run.distance, run.count * sizeof(U));
    }
  }
}

template <class U>
void store_by_shape(const Execution& x, const Located& located, const std::byte* values) {
  const AccessShape& shape = *located.shape;
  std::byte* to = located.view.data + (located.first - located.base);
  std::uint8_t* map =
      located.view.written == nullptr ? nullptr : located.view.written + (located.first - located.base);
  if (shape.stretch_count == 0) {
    for_each_lane(x.lanes, [&](unsigned lane) {
      const auto distance = static_cast<std::int64_t>(shape.distance[lane]);
      put_lane<U>(to + distance, 0, get_lane<U>(values, lane));
      if (map != nullptr) std::memcpy(map + distance, &kWritten<U>, sizeof(U));
    });
    return;
  }
  for (const LaneStretch& run : shape.runs()) {
    // If several lanes store to one address, the value of the highest lane remains.
    const unsigned first = run.is_same ? run.first + run.count - 1u : run.first;
    const std::size_t bytes = (run.is_same ? 1 : run.count) * sizeof(U);
    std::memcpy(to + run.distance, values + first * sizeof(U), bytes);
    if (map != nullptr) std::memset(map + run.distance, 1, bytes);
  }
}

// Returns whether each lane accesses the same offset in the private memory of the lane.
bool is_private_place(const Located& located, unsigned count) {
  return located.shape != nullptr && count == 1 && located.view.lane_stride != 0 &&
         located.shape->stretch_count == 1 && located.shape->highest == 0 && located.shape->lowest == 0;
}

template <class U>
bool load_private(Execution& x, const Located& located, std::byte* dst) {
  const std::uint64_t offset = located.first - located.base;
  const std::uint64_t stride = located.view.lane_stride;
  if (located.view.written != nullptr) {
    bool all = true;
    for_each_lane(x.lanes, [&](unsigned lane) {
      U word;
      std::memcpy(&word, located.view.written + offset + lane * stride, sizeof(U));
      all = all && word == kWritten<U>;
    });
    if (!all) return false;
  }
  const std::byte* from = located.view.data + offset;
  for_each_lane(x.lanes,
                [&](unsigned lane) { put_lane<U>(dst, lane, get_lane<U>(from + lane * stride, 0)); });
  return true;
}

template <class U>
void store_private(const Execution& x, const Located& located, const std::byte* values) {
  const std::uint64_t offset = located.first - located.base;
  const std::uint64_t stride = located.view.lane_stride;
  for_each_lane(x.lanes, [&](unsigned lane) {
    put_lane<U>(located.view.data + offset + lane * stride, 0, get_lane<U>(values, lane));
  });
  if (located.view.written == nullptr) return;
  for_each_lane(x.lanes, [&](unsigned lane) {
    std::memcpy(located.view.written + offset + lane * stride, &kWritten<U>, sizeof(U));
  });
}

template <class U, unsigned W>
void load(Execution& x, const Operation& op) {
  const unsigned count = op.instruction->count;
  const AccessRequest request{AccessKind::load, x.registers + op.a, access_bytes(*op.instruction),
                              alignment_of(*op.instruction)};
  Located located;
  locate<W>(x, op, request, located);
  std::byte* dst = x.registers + op.dst;
  const std::size_t stride = std::size_t{8} * x.width;
  if (is_private_place(located, count) && load_private<U>(x, located, dst)) return;
  if (is_by_shape(located, count)) {
    if (!is_surely_written<U>(located) && checks_content(op)) report_unwritten<U>(x, located, request, count);
    return load_by_shape<U, W>(x, located, dst);
  }
  if (located.contiguous) {
    const std::uint64_t offset = get_lane<std::uint64_t>(request.addresses, 0) - located.base;
    const std::size_t total = std::size_t{request.bytes} * x.width;
    const bool whole =
        located.view.written == nullptr || std::memchr(located.view.written + offset, 0, total) == nullptr;
    if (!whole && checks_content(op)) report_unwritten<U>(x, located, request, count);
    if (count == 1) {
      std::memcpy(dst, located.view.data + offset, total);
      return;
    }
  } else if ((!located.uniform || located.view.written != nullptr) && checks_content(op)) {
    report_unwritten<U>(x, located, request, count);
  }
  // The address is read before the first component is written, because both may be in the same register.
  for_each_lane(x.lanes, [&](unsigned lane) {
    const bool ok = (located.ok >> lane & 1) != 0;
    const std::byte* from = ok ? located.at(lane, get_lane<std::uint64_t>(request.addresses, lane)) : nullptr;
    for (unsigned k = 0; k < count; ++k) {
      U value = 0;
      if (ok) std::memcpy(&value, from + k * sizeof(U), sizeof(U));
      put_lane<U>(dst + k * stride, lane, value);
    }
  });
}

template <class U, unsigned W>
void store(Execution& x, const Operation& op) {
  const unsigned count = op.instruction->count;
  const AccessRequest request{AccessKind::store, x.registers + op.a, access_bytes(*op.instruction),
                              alignment_of(*op.instruction)};
  Located located;
  locate<W>(x, op, request, located);
  const std::byte* values = x.registers + op.b;
  const std::size_t stride = std::size_t{8} * x.width;
  if (is_private_place(located, count)) return store_private<U>(x, located, values);
  if (is_by_shape(located, count) && !x.state.counts_changes) return store_by_shape<U>(x, located, values);
  if (located.contiguous && count == 1) {
    const std::uint64_t offset = get_lane<std::uint64_t>(request.addresses, 0) - located.base;
    const std::size_t total = std::size_t{request.bytes} * x.width;
    if (x.state.counts_changes && std::memcmp(located.view.data + offset, values, total) != 0)
      x.note_change();
    std::memcpy(located.view.data + offset, values, total);
    if (located.view.written != nullptr) std::memset(located.view.written + offset, 1, total);
    return;
  }
  const bool counts_changes = x.state.counts_changes;
  bool changed = false;
  for_each_lane(located.ok, [&](unsigned lane) {
    const auto address = get_lane<std::uint64_t>(request.addresses, lane);
    std::byte* to = located.at(lane, address);
    std::uint8_t* map = located.written_at(lane, address);
    for (unsigned k = 0; k < count; ++k) {
      const U value = get_lane<U>(values + k * stride, lane);
      if (counts_changes) changed |= changes(address, to + k * sizeof(U), &value, sizeof(U));
      std::memcpy(to + k * sizeof(U), &value, sizeof(U));
      if (map != nullptr) std::memcpy(map + k * sizeof(U), &kWritten<U>, sizeof(U));
    }
  });
  if (changed) x.note_change();
}

// Computes the address of a private variable. The address is the same in all lanes; in each lane it refers to
// the private memory of this lane.
template <unsigned W>
struct PrivateAddress {
  static std::uint64_t address(const Execution& x, const Operation& op) {
    const NamedObject& object = x.launch->private_objects[op.target];
    return make_address(Space::private_, op.target, op.imm - static_cast<std::int64_t>(object.offset));
  }
  static void full(Execution& x, const Operation& op) {
    const std::uint64_t value = address(x, op);
    compute_full<std::uint64_t, true, W>(x, op, [=](unsigned) { return value; });
  }
  static void masked(Execution& x, const Operation& op) {
    const std::uint64_t value = address(x, op);
    compute_masked<std::uint64_t, W>(x, op, [=](unsigned) { return value; });
  }
};

// Copies structures. All lanes are read before the first lane is written. Uninitialised bytes
// remain uninitialised.
void copy(Execution& x, const Operation& op) {
  const auto bytes = static_cast<std::uint32_t>(op.imm);
  Located from, to;
  const AccessRequest reads{AccessKind::load, x.registers + op.b, bytes, 1};
  const AccessRequest writes{AccessKind::store, x.registers + op.a, bytes, 1};
  locate<0>(x, op, reads, from);
  locate<0>(x, op, writes, to);
  x.scratch.assign(std::size_t{2} * bytes * x.width, std::byte{0});
  const auto data_of = [&](unsigned lane) { return x.scratch.data() + std::size_t{2} * bytes * lane; };
  // Bytes that could not be read become 0, as in a load; locate() has reported the finding.
  for_each_lane(x.lanes & ~from.ok, [&](unsigned lane) { std::memset(data_of(lane) + bytes, 1, bytes); });
  for_each_lane(from.ok, [&](unsigned lane) {
    const auto address = get_lane<std::uint64_t>(reads.addresses, lane);
    std::memcpy(data_of(lane), from.at(lane, address), bytes);
    const std::uint8_t* map = from.written_at(lane, address);
    if (map != nullptr)
      std::memcpy(data_of(lane) + bytes, map, bytes);
    else
      std::memset(data_of(lane) + bytes, 1, bytes);
  });
  for_each_lane(to.ok, [&](unsigned lane) {
    const auto address = get_lane<std::uint64_t>(writes.addresses, lane);
    if (x.state.counts_changes && changes(address, to.at(lane, address), data_of(lane), bytes))
      x.note_change();
    std::memcpy(to.at(lane, address), data_of(lane), bytes);
    std::uint8_t* map = to.written_at(lane, address);
    if (map != nullptr) std::memcpy(map, data_of(lane) + bytes, bytes);
  });
}

}  // namespace

template <>
Handlers handlers<Opcode::load>(const Instruction& i, unsigned width) {
  return with_lane_size(i.type, [&]<class U>() -> Handlers {
    const Handler handler = width == 32 ? load<U, 32> : load<U, 0>;
    return {handler, handler};
  });
}

template <>
Handlers handlers<Opcode::store>(const Instruction& i, unsigned width) {
  return with_lane_size(i.type, [&]<class U>() -> Handlers {
    const Handler handler = width == 32 ? store<U, 32> : store<U, 0>;
    return {handler, handler};
  });
}

template <>
Handlers handlers<Opcode::private_address>(const Instruction&, unsigned width) {
  return handlers_by_width<PrivateAddress<32>, PrivateAddress<0>>(width);
}

LOCKSTEP_EXECUTED_BY_ITS_NAME(copy)

}  // namespace lockstep::sim
