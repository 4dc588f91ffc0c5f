// Provenance through memory: loads, stores, atomics, and copies of structs. Addresses of global and local
// accesses were recorded before the instruction ran; the addresses of private accesses, which the machine
// does not report, are still in the address register.
#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

#include "core/plan/element.hpp"
#include "sim/machine/launch/setup.hpp"
#include "sim/memory_rules/access.hpp"
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

// Calls f(lane, cells of the object that contains the lane's address). Lanes usually access one object, which
// is then looked up once; each lane has its own private memory.
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

// Determines the addresses if on_access kept only the shape, or nothing because the memory is private.
void ProvenanceObserver::find_addresses(const Step& step) {
  if (pending_.shape != nullptr && pending_.lanes != 0) {
    for_each_lane(pending_.lanes, [&](unsigned lane) {
      pending_.addresses[lane] = pending_.first + pending_.shape->distance[lane];
    });
    return;
  }
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

// The same for private memory, if each lane accesses the same whole cells in its own memory.
ProvenanceObserver::PrivateCells ProvenanceObserver::private_cells(const Step& step) {
  const Instruction& instruction = step.instruction;
  const std::size_t bytes = size_bytes(instruction.type);
  const bool overwritten = instruction.op == Opcode::load && instruction.a >= instruction.dst &&
                           instruction.a < instruction.dst + instruction.count;
  if (pending_.lanes != 0 || shadow_.private_provenance.empty() || bytes != shadow_.unit_bytes || overwritten)
    return {};
  const Warp& warp = step.state.group.warps[step.moment.warp];
  const std::byte* const addresses = warp.registers.data() + std::size_t{instruction.a} * 8 * width_;
  const auto address_of = [&](unsigned lane) {
    std::uint64_t address;
    std::memcpy(&address, addresses + lane * sizeof(address), sizeof(address));
    return address;
  };
  const std::uint64_t address = address_of(static_cast<unsigned>(std::countr_zero(step.moment.lanes)));
  std::uint64_t differs = 0;
  for_each_lane(step.moment.lanes, [&](unsigned lane) { differs |= address_of(lane) ^ address; });
  if (differs != 0 || space_of(address) != Space::private_) return {};
  const std::size_t units =
      shadow_.private_provenance.size() / (std::size_t{width_} * step.state.group.warps.size());
  const std::int64_t offset = base_of(step.layout.private_bases, object_of(address)) + offset_of(address);
  const auto at = static_cast<std::size_t>(offset) / bytes;
  if (offset < 0 || static_cast<std::size_t>(offset) % bytes != 0 || at + instruction.count > units)
    return {};
  return {shadow_.private_provenance.data() + std::size_t{step.moment.warp} * width_ * units + at, units};
}

// The ids of the accessed cells, if each lane accesses whole cells of one object, one for each component, and
// the shape of the access is known: the first id of lane l is at the lane's distance, in cells, from the
// returned id. Otherwise null.
template <class Id>
Id* ProvenanceObserver::cells_by_shape(const Step& step) {
  const AccessShape* shape = pending_.shape;
  if (pending_.lanes == 0 || shape == nullptr || pending_.lanes != step.moment.lanes) return nullptr;
  const Cells<Id> cells = cells_of_object<Id>(step, 0, pending_.first);
  const std::uint64_t unit = std::uint64_t{1} << cells.unit_shift;
  const auto first = static_cast<std::uint64_t>(cells.base + offset_of(pending_.first));
  const std::uint64_t end = first + static_cast<std::uint64_t>(shape->highest) + shape->bytes;
  const bool whole = shape->bytes == unit * step.instruction.count &&
                     ((first | shape->low_bits) & (unit - 1)) == 0 &&
                     end <= cells.ids.size() << cells.unit_shift;
  return whole ? cells.ids.data() + (first >> cells.unit_shift) : nullptr;
}

void ProvenanceObserver::set_with_input(const Step& step, Register reg, std::uint64_t with_input) {
  std::uint64_t& lanes = shadow_.input_lanes[register_at(step, reg)];
  lanes = (lanes & ~step.moment.lanes) | with_input;
}

// Loads one component; `of_lane` is the distance between the cells of neighbouring lanes.
void ProvenanceObserver::load_private(const Step& step, Register to, const ProvenanceId* cells,
                                      std::size_t of_lane) {
  ProvenanceId* const results = row(step, to);
  std::uint64_t with_input = 0;
  for_each_lane(step.moment.lanes, [&](unsigned lane) {
    results[lane] = cells[lane * of_lane];
    with_input |= std::uint64_t{results[lane] != 0} << lane;
  });
  set_with_input(step, to, with_input);
}

// The same for global and local memory; `step_cells` is the distance between the cells of neighbouring lanes:
// for consecutive vectors, the number of components.
void ProvenanceObserver::load_row(const Step& step, Register to, const ProvenanceId* cells, int shift,
                                  unsigned step_cells) {
  const AccessShape& shape = *pending_.shape;
  ProvenanceId* const results = row(step, to);
  ProvenanceId any = 0, zeros = 0;
  const auto note = [&](ProvenanceId id) {
    any |= id;
    zeros |= id == 0 ? 1u : 0u;
  };
  if (shape.stretch_count == 0) {
    for_each_lane(shape.active, [&](unsigned lane) {
      results[lane] = cells[static_cast<std::int64_t>(shape.distance[lane]) >> shift];
      note(results[lane]);
    });
  }
  for (const LaneStretch& run : shape.runs()) {
    const ProvenanceId* from = cells + (run.distance >> shift);
    if (run.is_same || run.count == 1) {
      std::fill_n(results + run.first, run.count, *from);
      note(*from);
    } else if (step_cells == 1) {
      for (unsigned i = 0; i < run.count; ++i) {
        results[run.first + i] = from[i];
        note(from[i]);
      }
    } else {
      for (unsigned i = 0; i < run.count; ++i) {
        results[run.first + i] = from[std::size_t{i} * step_cells];
        note(results[run.first + i]);
      }
    }
  }
  std::uint64_t with_input = any == 0 ? 0 : shape.active;
  if (any != 0 && zeros != 0)
    for_each_lane(shape.active, [&](unsigned lane) {
      if (results[lane] == 0) with_input &= ~(std::uint64_t{1} << lane);
    });
  set_with_input(step, to, with_input);
}

bool ProvenanceObserver::load_by_shape(const Step& step) {
  const unsigned count = step.instruction.count;
  const auto component = [&](unsigned k) { return static_cast<Register>(step.instruction.dst + k); };
  if (const PrivateCells own = private_cells(step); own.first != nullptr) {
    for (unsigned k = 0; k < count; ++k) load_private(step, component(k), own.first + k, own.of_lane);
    return true;
  }
  const ProvenanceId* const cells = cells_by_shape<Looked>(step);
  if (cells == nullptr) return false;
  const int shift = std::countr_zero(pending_.shape->bytes / count);
  for (unsigned k = 0; k < count; ++k) load_row(step, component(k), cells + k, shift, count);
  return true;
}

// Stores all components of a lane together, because lanes whose cells overlap are served in order.
bool ProvenanceObserver::store_by_shape(const Step& step) {
  const unsigned count = step.instruction.count;
  const ProvenanceId* const values = row(step, step.instruction.b);  // the next component's row follows
  const auto store_lane = [&](ProvenanceId* to, unsigned lane) {
    for (unsigned k = 0; k < count; ++k) to[k] = values[std::size_t{k} * width_ + lane];
  };
  if (const PrivateCells own = private_cells(step); own.first != nullptr) {
    for_each_lane(step.moment.lanes,
                  [&](unsigned lane) { store_lane(own.first + lane * own.of_lane, lane); });
    return true;
  }
  ProvenanceId* const cells = cells_by_shape<ProvenanceId>(step);
  if (cells == nullptr) return false;
  const AccessShape& shape = *pending_.shape;
  const int shift = std::countr_zero(shape.bytes / count);
  if (shape.stretch_count == 0) {
    for_each_lane(shape.active, [&](unsigned lane) {
      store_lane(cells + (static_cast<std::int64_t>(shape.distance[lane]) >> shift), lane);
    });
  }
  for (const LaneStretch& run : shape.runs()) {
    ProvenanceId* const to = cells + (run.distance >> shift);
    if (run.is_same)
      store_lane(to, run.first + run.count - 1u);
    else if (count == 1)
      std::copy_n(values + run.first, run.count, to);
    else
      for (unsigned i = 0; i < run.count; ++i) store_lane(to + std::size_t{i} * count, run.first + i);
  }
  return true;
}

// Whether neither the accessed memory nor the written values have an id: memory then remains without ids, and
// the values read have no ids. Records that memory may have ids if a write may add one.
bool ProvenanceObserver::is_without_ids(const Step& step) {
  const Instruction& instruction = step.instruction;
  bool* has_ids = nullptr;
  if (pending_.lanes == 0)
    has_ids = &private_has_ids_;
  else if (pending_.shape != nullptr && space_of(pending_.first) == Space::local)
    has_ids = &local_has_ids_;
  else if (pending_.shape == nullptr && !local_has_ids_) {
    bool is_local = true;
    for_each_lane(pending_.lanes, [&](unsigned lane) {
      is_local = is_local && space_of(pending_.addresses[lane]) == Space::local;
    });
    if (is_local) has_ids = &local_has_ids_;
  }
  std::uint64_t written = 0;
  if (instruction.op == Opcode::store)
    for (unsigned k = 0; k < instruction.count; ++k)
      written |= lanes_with_input(step, static_cast<Register>(instruction.b + k));
  if (instruction.op == Opcode::atomic)
    written = lanes_with_input(step, instruction.b) | lanes_with_input(step, instruction.c);
  if (has_ids != nullptr && !*has_ids && written == 0) return true;
  if (written != 0 && has_ids != nullptr) *has_ids = true;
  if (written != 0 && has_ids == nullptr) local_has_ids_ = private_has_ids_ = true;
  return false;
}

void ProvenanceObserver::load(const Step& step) {
  if (is_without_ids(step)) {
    for (unsigned k = 0; k < step.instruction.count; ++k)
      clear(step, static_cast<Register>(step.instruction.dst + k));
    return;
  }
  const bool is_by_shape = load_by_shape(step);
  if (!is_by_shape) {
    find_addresses(step);
    for (unsigned component = 0; component < step.instruction.count; ++component)
      load_component(step, component);
  }
  if (building_ != nullptr && building_->keeps_loads()) note_loads(step);
}

std::uint32_t ProvenanceObserver::item_of(const Step& step, std::uint32_t warp, unsigned lane) const {
  const BoundLaunch& launch = machine_.setup().launches[step.moment.launch];
  return static_cast<std::uint32_t>(
      launch.work_item(step.moment.group, static_cast<std::uint32_t>(warp * width_ + lane)));
}

void ProvenanceObserver::note_loads(const Step& step) {
  for_each_lane(pending_.lanes & step.moment.lanes, [&](unsigned lane) {
    const std::uint64_t address = pending_.shape != nullptr ? pending_.first : pending_.addresses[lane];
    const bool is_local = space_of(address) == Space::local;
    for (unsigned k = 0; k < step.instruction.count; ++k)
      if (const ProvenanceId id = get(step, static_cast<Register>(step.instruction.dst + k), lane);
          id != 0 && (is_local || graph_->node(id).kind == ProvenanceNode::Kind::input))
        building_->note_load(id, item_of(step, step.moment.warp, lane), is_local);
  });
}

// Whether all lanes of the warp load from the same address.
bool ProvenanceObserver::is_broadcast(const Step& step) const {
  if (pending_.lanes != step.moment.lanes || count_lanes(pending_.lanes) != width_ ||
      space_of(pending_.addresses[0]) == Space::private_)
    return false;
  std::uint64_t differs = 0;
  for (unsigned lane = 1; lane < width_; ++lane) differs |= pending_.addresses[lane] ^ pending_.addresses[0];
  return differs == 0;
}

// Neighbouring lanes that load the same cells get the same id; each lane has its own private memory.
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
  if (is_without_ids(step)) return;
  if (store_by_shape(step)) return;
  find_addresses(step);
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
  if (is_without_ids(step)) {
    if (op != AtomicOp::store) clear(step, instruction.dst);
    return;
  }
  if (pending_.shape != nullptr) find_addresses(step);
  const Warp& warp = step.state.group.warps[step.moment.warp];
  const std::size_t bytes = size_bytes(instruction.type);
  if (op != AtomicOp::store)
    for_each_lane(step.moment.lanes & ~pending_.lanes,
                  [&](unsigned lane) { set(step, instruction.dst, lane, 0); });
  each_access<ProvenanceId>(step, [&](unsigned lane, const Cells<ProvenanceId>& cells) {
    const std::span<ProvenanceId> memory = cells.at(pending_.addresses[lane], bytes);
    const ProvenanceId old = first_of(memory);
    ProvenanceId updated = old;
    if (space_of(pending_.addresses[lane]) == Space::global &&
        (old != 0 || (combines(op) && get(step, instruction.b, lane) != 0)))
      atomics_meet_ids_ = true;
    if (building_ != nullptr && building_->keeps_loads() && old != 0 &&
        space_of(pending_.addresses[lane]) == Space::local)
      building_->note_load(old, item_of(step, step.moment.warp, lane), true);
    if (outside_ != nullptr && combines(op) && has_input(old) && !has_input(get(step, instruction.b, lane)))
      note_outside(step, step.moment.warp, lane, instruction.b, std::nullopt);
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

// The address; if the register points into a sub-buffer, the corresponding address in the whole buffer.
std::uint64_t ProvenanceObserver::address_in(const Step& step, const Warp& warp, Register reg,
                                             unsigned lane) const {
  const Setup& setup = machine_.setup();
  return whole_address(setup, setup.launches[step.moment.launch],
                       step.state.register_bits(warp, reg, LaneType::uint64, lane));
}

void ProvenanceObserver::copy_memory(const Step& step) {
  local_has_ids_ = private_has_ids_ = true;
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
