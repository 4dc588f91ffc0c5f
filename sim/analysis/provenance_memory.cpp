// The part of provenance that goes through memory: loads, stores, atomics, and copies of structs. Addresses
// of global and local accesses were noted before the instruction ran; private ones, which the machine does
// not report, are still in the address register.
#include <algorithm>

#include "core/element.hpp"
#include "sim/analysis/each_lane.hpp"
#include "sim/analysis/provenance_observer.hpp"

namespace lockstep::sim {

namespace {

// The ids that cover [offset, offset + bytes) in memory of which each id stands for `unit` bytes.
std::span<ProvenanceId> part(std::span<ProvenanceId> ids, std::int64_t offset, std::size_t bytes,
                             std::size_t unit) {
  if (offset < 0) return {};
  const std::size_t first = static_cast<std::size_t>(offset) / unit;
  const std::size_t count = std::max<std::size_t>(1, bytes / unit);
  if (first >= ids.size() || count > ids.size() - first) return {};
  return ids.subspan(first, count);
}

std::int64_t base_of(const std::vector<std::uint64_t>& bases, std::uint32_t object) {
  return object < bases.size() ? static_cast<std::int64_t>(bases[object]) : 0;
}

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

std::span<ProvenanceId> ProvenanceObserver::cells(const Step& step, unsigned lane, std::uint64_t address,
                                                  std::size_t bytes) {
  const std::uint32_t object = object_of(address);
  const std::int64_t offset = offset_of(address);
  switch (space_of(address)) {
    case Space::global:
    case Space::constant: {
      if (object == 0 || object > shadow_.buffer_provenance.size()) return {};
      const std::size_t unit = size_bytes(machine_.plan().buffers[object - 1].type);
      return part(shadow_.buffer_provenance[object - 1], offset, bytes, unit);
    }
    case Space::local:
      return part(shadow_.local_provenance, base_of(step.layout.local_bases, object) + offset, bytes,
                  shadow_.unit_bytes);
    case Space::private_: {
      const std::size_t lanes = std::size_t{width_} * step.state.group.warps.size();
      const std::size_t units = shadow_.private_provenance.size() / lanes;
      const std::size_t first = (std::size_t{step.moment.warp} * width_ + lane) * units;
      return part(std::span(shadow_.private_provenance).subspan(first, units),
                  base_of(step.layout.private_bases, object) + offset, bytes, shadow_.unit_bytes);
    }
    default:
      return {};
  }
}

void ProvenanceObserver::find_private_addresses(const Step& step) {
  if (pending_.lanes != 0 || shadow_.private_provenance.empty()) return;
  const Instruction& instruction = step.instruction;
  const bool overwritten = instruction.op == Opcode::load && instruction.a >= instruction.dst &&
                           instruction.a < instruction.dst + instruction.count;
  if (overwritten) return;
  const Warp& warp = step.state.group.warps[step.moment.warp];
  each_lane(step.moment.lanes, [&](unsigned lane) {
    const std::uint64_t address = step.state.register_bits(warp, instruction.a, LaneType::uint64, lane);
    if (space_of(address) != Space::private_) return;
    pending_.addresses[lane] = address;
    pending_.lanes |= std::uint64_t{1} << lane;
  });
}

void ProvenanceObserver::load(const Step& step) {
  find_private_addresses(step);
  const std::size_t bytes = size_bytes(step.instruction.type);
  for (unsigned component = 0; component < step.instruction.count; ++component) {
    const auto to = static_cast<Register>(step.instruction.dst + component);
    clear(step, to);
    each_lane(pending_.lanes, [&](unsigned lane) {
      const std::uint64_t address = pending_.addresses[lane] + component * bytes;
      const ProvenanceId id = first_of(cells(step, lane, address, bytes));
      if (id != 0) set(step, to, lane, id);
    });
  }
}

void ProvenanceObserver::store(const Step& step) {
  find_private_addresses(step);
  const std::size_t bytes = size_bytes(step.instruction.type);
  each_lane(pending_.lanes, [&](unsigned lane) {
    for (unsigned component = 0; component < step.instruction.count; ++component) {
      const auto from = static_cast<Register>(step.instruction.b + component);
      const std::uint64_t address = pending_.addresses[lane] + component * bytes;
      std::ranges::fill(cells(step, lane, address, bytes), get(step, from, lane));
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
    each_lane(step.moment.lanes & ~pending_.lanes,
              [&](unsigned lane) { set(step, instruction.dst, lane, 0); });
  each_lane(pending_.lanes, [&](unsigned lane) {
    const std::span<ProvenanceId> memory = cells(step, lane, pending_.addresses[lane], bytes);
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

void ProvenanceObserver::copy_memory(const Step& step) {
  const Warp& warp = step.state.group.warps[step.moment.warp];
  each_lane(step.moment.lanes, [&](unsigned lane) {
    const std::uint64_t to = step.state.register_bits(warp, step.instruction.a, LaneType::uint64, lane);
    const std::uint64_t from = step.state.register_bits(warp, step.instruction.b, LaneType::uint64, lane);
    const auto bytes = static_cast<std::size_t>(step.instruction.imm);
    for (std::size_t offset = 0; offset < bytes; offset += shadow_.unit_bytes) {
      const ProvenanceId id = first_of(cells(step, lane, from + offset, shadow_.unit_bytes));
      std::ranges::fill(cells(step, lane, to + offset, shadow_.unit_bytes), id);
    }
  });
}

}  // namespace lockstep::sim
