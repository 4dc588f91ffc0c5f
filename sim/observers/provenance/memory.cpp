// The part of provenance that goes through memory: loads, stores, atomics, and copies of structs. Addresses
// of global and local accesses were noted before the instruction ran; private ones, which the machine does
// not report, are still in the address register.
#include <algorithm>
#include <bit>
#include <type_traits>

#include "core/plan/element.hpp"
#include "sim/machine/launch/setup.hpp"
#include "sim/memory/access.hpp"
#include "sim/observers/provenance/observer.hpp"

namespace lockstep::sim {

namespace {

std::int64_t base_of(const std::vector<std::uint64_t>& bases, std::uint32_t object) {
  return object < bases.size() ? static_cast<std::int64_t>(bases[object]) : 0;
}

using Looked = const ProvenanceId;

ProvenanceId first_of(std::span<const ProvenanceId> ids) { return ids.empty() ? 0 : ids.front(); }

bool combines(AtomicOp op) {
  switch (op) {
    case AtomicOp::add:
    case AtomicOp::sub:
    case AtomicOp::min:
    case AtomicOp::max:
    case AtomicOp::bit_and:
    case AtomicOp::bit_or:
    case AtomicOp::bit_xor:
      return true;
    default:
      return false;
  }
}

}  // namespace

template <class Id>
std::span<Id> ProvenanceObserver::Cells<Id>::at(std::uint64_t address, std::size_t bytes) const {
  const std::int64_t offset = base + offset_of(address);
  if (offset < 0) return {};
  const std::size_t first = static_cast<std::size_t>(offset) >> unit_shift;
  const std::size_t count = std::max<std::size_t>(1, bytes >> unit_shift);
  if (first >= ids.size() || count > ids.size() - first) return {};
  return ids.subspan(first, count);
}

template <class Id>
ProvenanceObserver::Cells<Id> ProvenanceObserver::cells_of_object(const Step& step, unsigned lane,
                                                                  std::uint64_t address) {
  const std::uint32_t object = object_of(address);
  const auto shift = [](std::size_t unit) { return static_cast<unsigned>(std::countr_zero(unit)); };
  switch (space_of(address)) {
    case Space::global:
    case Space::constant: {
      if (object == 0 || object > shadow_.buffer_provenance.size()) return {};
      const std::size_t unit = size_bytes(machine_.plan().buffers[object - 1].type);
      CopyOnWrite<ProvenanceId>& ids = shadow_.buffer_provenance[object - 1];
      if constexpr (std::is_const_v<Id>)
        return {ids.read(), 0, shift(unit)};
      else
        return {ids.write(), 0, shift(unit)};
    }
    case Space::local:
      return {shadow_.local_provenance, base_of(step.layout.local_bases, object), shift(shadow_.unit_bytes)};
    case Space::private_: {
      const std::size_t lanes = std::size_t{width_} * step.state.group.warps.size();
      const std::size_t units = shadow_.private_provenance.size() / lanes;
      const std::size_t first = (std::size_t{step.moment.warp} * width_ + lane) * units;
      return {std::span(shadow_.private_provenance).subspan(first, units),
              base_of(step.layout.private_bases, object), shift(shadow_.unit_bytes)};
    }
    default:
      return {};
  }
}

template <class Id>
std::span<Id> ProvenanceObserver::cells(const Step& step, unsigned lane, std::uint64_t address,
                                        std::size_t bytes) {
  return cells_of_object<Id>(step, lane, address).at(address, bytes);
}

// f(lane, cells of the object that the lane's address is in). Lanes mostly share one object, which is then
// looked up once; private memory is each lane's own.
template <class Id, class F>
void ProvenanceObserver::each_access(const Step& step, F f) {
  std::uint64_t known = 0;
  Cells<Id> cells;
  for_each_lane(pending_.lanes, [&](unsigned lane) {
    const std::uint64_t address = pending_.addresses[lane];
    const std::uint64_t object = address >> 40;
    if (object != known || space_of(address) == Space::private_) {
      cells = cells_of_object<Id>(step, lane, address);
      known = object;
    }
    f(lane, cells);
  });
}

void ProvenanceObserver::find_private_addresses(const Step& step) {
  if (pending_.lanes != 0 || shadow_.private_provenance.empty()) return;
  const Instruction& instruction = step.instruction;
  const bool overwritten = instruction.op == Opcode::load && instruction.a >= instruction.dst &&
                           instruction.a < instruction.dst + instruction.count;
  if (overwritten) return;
  const Warp& warp = step.state.group.warps[step.moment.warp];
  for_each_lane(step.moment.lanes, [&](unsigned lane) {
    const std::uint64_t address = step.state.register_bits(warp, instruction.a, LaneType::uint64, lane);
    if (space_of(address) != Space::private_) return;
    pending_.addresses[lane] = address;
    pending_.lanes |= std::uint64_t{1} << lane;
  });
}

void ProvenanceObserver::load(const Step& step) {
  find_private_addresses(step);
  for (unsigned component = 0; component < step.instruction.count; ++component)
    load_component(step, component);
}

// Every lane of the warp loads the same address.
bool ProvenanceObserver::is_broadcast(const Step& step) const {
  if (pending_.lanes != step.moment.lanes || std::popcount(pending_.lanes) != static_cast<int>(width_) ||
      space_of(pending_.addresses[0]) == Space::private_)
    return false;
  std::uint64_t differs = 0;
  for (unsigned lane = 1; lane < width_; ++lane) differs |= pending_.addresses[lane] ^ pending_.addresses[0];
  return differs == 0;
}

// Neighbours that load the same get the same; private memory is each lane's own.
void ProvenanceObserver::load_component(const Step& step, unsigned component) {
  const std::size_t bytes = size_bytes(step.instruction.type);
  const auto to = static_cast<Register>(step.instruction.dst + component);
  ProvenanceId* const results = row(step, to);
  if (is_broadcast(step)) {
    const std::uint64_t address = pending_.addresses[0] + component * bytes;
    const ProvenanceId id = first_of(cells<Looked>(step, 0, address, bytes));
    std::fill_n(results, width_, id);
    shadow_.input_lanes[register_at(step, to)] = id != 0 ? step.moment.lanes : 0;
    return;
  }
  clear(step, to);
  std::uint64_t known_address = 0, with_input = 0;
  ProvenanceId known = 0;
  each_access<Looked>(step, [&](unsigned lane, const Cells<Looked>& cells) {
    const std::uint64_t address = pending_.addresses[lane] + component * bytes;
    if (address != known_address || space_of(address) == Space::private_) {
      known = first_of(cells.at(address, bytes));
      known_address = address;
    }
    results[lane] = known;
    with_input |= std::uint64_t{known != 0} << lane;
  });
  shadow_.input_lanes[register_at(step, to)] |= with_input;
}

void ProvenanceObserver::store(const Step& step) {
  find_private_addresses(step);
  const std::size_t bytes = size_bytes(step.instruction.type);
  each_access<ProvenanceId>(step, [&](unsigned lane, const Cells<ProvenanceId>& cells) {
    for (unsigned component = 0; component < step.instruction.count; ++component) {
      const auto from = static_cast<Register>(step.instruction.b + component);
      const std::uint64_t address = pending_.addresses[lane] + component * bytes;
      std::ranges::fill(cells.at(address, bytes), get(step, from, lane));
    }
  });
}

// Lanes update memory one after another, as the machine does.
void ProvenanceObserver::update(const Step& step) {
  const Instruction& instruction = step.instruction;
  const auto op = static_cast<AtomicOp>(instruction.mode);
  const Warp& warp = step.state.group.warps[step.moment.warp];
  const std::size_t bytes = size_bytes(instruction.type);
  if (op != AtomicOp::store)
    for_each_lane(step.moment.lanes & ~pending_.lanes,
                  [&](unsigned lane) { set(step, instruction.dst, lane, 0); });
  for_each_lane(pending_.lanes, [&](unsigned lane) {
    const std::span<ProvenanceId> memory = cells<ProvenanceId>(step, lane, pending_.addresses[lane], bytes);
    const ProvenanceId old = first_of(memory);
    ProvenanceId updated = old;
    if (combines(op)) updated = combine(step, lane, old, get(step, instruction.b, lane));
    if (op == AtomicOp::exchange || op == AtomicOp::store) updated = get(step, instruction.b, lane);
    if (op == AtomicOp::compare_exchange) {
      const std::uint64_t found = step.state.register_bits(warp, instruction.dst, instruction.type, lane);
      if (found == pending_.expected[lane]) updated = get(step, instruction.c, lane);
    }
    std::ranges::fill(memory, updated);
    if (op != AtomicOp::store) set(step, instruction.dst, lane, old);
  });
}

// Of a whole buffer, where the register points into a sub-buffer.
std::uint64_t ProvenanceObserver::address_in(const Step& step, const Warp& warp, Register reg,
                                             unsigned lane) const {
  const Setup& setup = machine_.setup();
  return whole_address(setup, setup.launches[step.moment.launch],
                       step.state.register_bits(warp, reg, LaneType::uint64, lane));
}

void ProvenanceObserver::copy_memory(const Step& step) {
  const Warp& warp = step.state.group.warps[step.moment.warp];
  for_each_lane(step.moment.lanes, [&](unsigned lane) {
    const std::uint64_t to = address_in(step, warp, step.instruction.a, lane);
    const std::uint64_t from = address_in(step, warp, step.instruction.b, lane);
    const auto bytes = static_cast<std::size_t>(step.instruction.imm);
    for (std::size_t offset = 0; offset < bytes; offset += shadow_.unit_bytes) {
      const ProvenanceId id = first_of(cells<Looked>(step, lane, from + offset, shadow_.unit_bytes));
      std::ranges::fill(cells<ProvenanceId>(step, lane, to + offset, shadow_.unit_bytes), id);
    }
  });
}

}  // namespace lockstep::sim
