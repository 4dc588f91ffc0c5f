// Accesses of the followed work-group: determines the corresponding addresses of other work-groups, and the
// values in the memory of the work-group.
#include <algorithm>
#include <bit>
#include <utility>

#include "sim/bytecode/address.hpp"
#include "sim/equal_groups/group_follower.hpp"

namespace lockstep::sim {
namespace {

constexpr std::uint64_t object_bits(std::uint64_t address) { return address >> 40; }

bool is_own(Space space) { return space == Space::local || space == Space::private_; }

Steps without_single(const Dependence& address, const GroupSet& set) {
  Steps step = address.step;
  for (std::size_t d = 0; d < kDimensions; ++d)
    if (set.is_single(d)) step[d] = 0;
  return step;
}

}  // namespace

// Returns the size of the object at an address; 0 if there is no object.
std::uint64_t GroupFollower::bytes_of_object(const Running& x, std::uint64_t address) const {
  const Space space = space_of(address);
  const std::uint32_t object = object_of(address);
  if (space == Space::constant && object >= kFirstConstant) {
    const std::size_t index = object - kFirstConstant;
    return index < launch_->program_constants.size() ? launch_->program_constants[index].bytes : 0;
  }
  if ((space != Space::global && space != Space::constant) || object == 0) return 0;
  if (object <= x.state.buffers.size()) return x.state.buffers[object - 1].size();
  const BoundLaunch::Part* part = part_at(setup_, *launch_, make_address(space, object, 0));
  return part == nullptr ? 0 : part->bytes;
}

std::optional<std::uint64_t> GroupFollower::place_of(const Running& x, std::uint64_t address,
                                                     std::uint64_t bytes, unsigned lane) const {
  const bool is_local = space_of(address) == Space::local;
  const auto& objects = is_local ? launch_->local_objects : launch_->private_objects;
  if (object_of(address) >= objects.size()) return std::nullopt;
  const NamedObject& object = objects[object_of(address)];
  const auto offset = static_cast<std::uint64_t>(offset_of(address));
  if (offset > object.bytes || object.bytes - offset < bytes) return std::nullopt;
  const std::uint64_t begin = is_local ? 0 : std::uint64_t{lane} * launch_->program->private_bytes;
  const std::uint64_t size =
      is_local ? x.state.group.local_memory.size() : x.machine_warp.private_memory.size();
  const std::uint64_t place = begin + object.offset + offset;
  return place + bytes <= size ? std::optional(place) : std::nullopt;
}

MemoryDependence& GroupFollower::memory_of(const Running& x, std::uint64_t address) {
  return space_of(address) == Space::local ? local_ : x.warp.private_memory;
}

// Requires that the addresses of all lanes move by the same distance from one work-group to the next, so that
// shared words and bank conflicts remain the same.
void GroupFollower::place_access(const Running& x, Register reg, std::uint32_t bytes) {
  const RegisterDependence& address = x.warp.registers[reg];
  const auto first = static_cast<unsigned>(std::countr_zero(x.moment.lanes));
  const Dependence common = read_as(address.at(first), 8);
  const auto look_at = [&](const Dependence& dependence) {
    if (dependence.is_data) return fail(x, "an address depends on data");
    require_linear(dependence);
    for (std::size_t d = 0; d < kDimensions; ++d)
      if (dependence.step[d] != common.step[d]) set_.make_single(d);
  };
  if (address.lanes.empty())
    look_at(common);
  else
    for_each_lane(x.moment.lanes, [&](unsigned lane) { look_at(read_as(address.at(lane), 8)); });
  if (!obstacle_.empty()) return;
  Stretch stretch{bits(x, reg, 8, first), 0};
  for_each_lane(x.moment.lanes, [&](unsigned lane) {
    const std::uint64_t at = bits(x, reg, 8, lane);
    if (object_bits(at) != object_bits(stretch.first)) {
      place_stretch(x, stretch, bytes, common);
      stretch = {at, 0};
    }
    stretch.first = std::min(stretch.first, at);
    stretch.last = std::max(stretch.last, at);
  });
  place_stretch(x, stretch, bytes, common);
}

// Places the accesses to one object.
void GroupFollower::place_stretch(const Running& x, const Stretch& stretch, std::uint32_t bytes,
                                  const Dependence& address) {
  if (stretch.last == 0) return;
  const Space space = space_of(stretch.first);
  const std::uint64_t size = bytes_of_object(x, stretch.first);
  const std::int64_t begin = offset_of(stretch.first), end = offset_of(stretch.last) + bytes;
  const bool is_inside = begin >= 0 && end <= static_cast<std::int64_t>(size);
  if (is_own(space) || !is_inside) {
    for (std::size_t d = 0; d < kDimensions; ++d)
      if (address.step[d] != 0) set_.make_single(d);
  } else if (address.has_steps()) {
    keep_ordered(0, {}, begin, address);
    keep_ordered(end, address, static_cast<Wide>(size), {});
  }
  const Steps step = without_single(address, set_);
  const std::uint64_t whole = whole_address(setup_, *launch_, stretch.first);
  const bool is_alone = std::has_single_bit(x.moment.lanes) && moves_single_words_freely_ &&
                        std::has_single_bit(bytes) && bytes <= kSector && whole % bytes == 0;
  require_multiples(step, is_alone ? bytes : std::max<std::uint64_t>(unit_, std::bit_ceil(bytes)));
  if (space != Space::global) return;
  note_reached({object_bits(whole), step, whole, whole + static_cast<std::uint64_t>(end - begin), is_alone});
}

void GroupFollower::note_reached(const Reached& access) {
  for (Reached& known : reached_) {
    if (known.object != access.object || known.step != access.step) continue;
    known.begin = std::min(known.begin, access.begin);
    known.end = std::max(known.end, access.end);
    known.is_any_alignment = known.is_any_alignment || access.is_any_alignment;
    return;
  }
  reached_.push_back(access);
}

// Each sector that a work-group touches is counted once, so the same accesses must share sectors in all
// alike work-groups.
void GroupFollower::on_group_end(const MachineState&, std::uint32_t) {
  if (!obstacle_.empty()) return;
  for (Reached one : std::exchange(reached_, {})) {
    for (std::size_t d = 0; d < kDimensions; ++d)
      if (set_.is_single(d)) one.step[d] = 0;
    note_reached(one);
  }
  for (const Reached& one : reached_) {
    if (!one.is_any_alignment) continue;
    std::uint64_t block = 1;  // all accesses are in one block, so they remain in one sector
    while (one.begin / block != (one.end - 1) / block) block *= 2;
    require_multiples(one.step, block <= kSector ? block : unit_);
  }
  for (std::size_t i = 0; i < reached_.size(); ++i)
    for (std::size_t k = i + 1; k < reached_.size(); ++k)
      if (reached_[i].object == reached_[k].object && reached_[i].step != reached_[k].step)
        keep_apart(reached_[i], reached_[k]);
}

void GroupFollower::keep_apart(const Reached& a, const Reached& b) {
  const Reached &low = a.begin < b.begin ? a : b, &high = a.begin < b.begin ? b : a;
  if (low.end + kSector <= high.begin)
    return keep_ordered(Wide{low.end} + kSector, {.step = low.step}, high.begin, {.step = high.step});
  for (std::size_t d = 0; d < kDimensions; ++d)
    if (a.step[d] != b.step[d]) set_.make_single(d);
}

void GroupFollower::follow_load(const Running& x) {
  const Instruction& i = x.instruction;
  const std::size_t size = size_bytes(i.type);
  place_access(x, i.a, static_cast<std::uint32_t>(size) * i.count);
  if (!obstacle_.empty()) return;
  Lanes of_data = 0;
  for_each_lane(x.moment.lanes, [&](unsigned lane) {
    if (space_of(bits(x, i.a, 8, lane)) == Space::global) of_data |= std::uint64_t{1} << lane;
  });
  if (of_data == x.moment.lanes) {
    for (unsigned k = 0; k < i.count; ++k) write_all(x, static_cast<Register>(i.dst + k), kData);
    return;
  }
  const RegisterDependence address = x.warp.registers[i.a];  // the first component may overwrite it
  for (unsigned k = 0; k < i.count; ++k)
    write(x, static_cast<Register>(i.dst + k), [&](unsigned lane) {
      const std::uint64_t at = bits(x, i.a, 8, lane);
      const Space space = space_of(at);
      if (is_own(space)) {
        const auto place = place_of(x, at, size * i.count, lane);
        return place ? memory_of(x, at).load(*place + k * size, size) : Dependence{};
      }
      if (space == Space::constant && object_of(at) >= kFirstConstant)
        return of_width(opaque(address.at(lane)), size);
      return space == Space::null ? Dependence{} : kData;
    });
}

void GroupFollower::follow_store(const Running& x) {
  const Instruction& i = x.instruction;
  const std::size_t size = size_bytes(i.type);
  place_access(x, i.a, static_cast<std::uint32_t>(size) * i.count);
  if (!obstacle_.empty()) return;
  for_each_lane(x.moment.lanes, [&](unsigned lane) {
    const std::uint64_t at = bits(x, i.a, 8, lane);
    if (!is_own(space_of(at))) return;
    const auto place = place_of(x, at, size * i.count, lane);
    for (unsigned k = 0; place && k < i.count; ++k)
      memory_of(x, at).store(*place + k * size, size,
                             operand(x, static_cast<Register>(i.b + k), i.type, lane));
  });
}

void GroupFollower::follow_atomic(const Running& x) {
  const Instruction& i = x.instruction;
  const std::size_t size = size_bytes(i.type);
  place_access(x, i.a, static_cast<std::uint32_t>(size));
  if (!obstacle_.empty()) return;
  for_each_lane(x.moment.lanes, [&](unsigned lane) {
    const std::uint64_t at = bits(x, i.a, 8, lane);
    if (!is_own(space_of(at))) return;
    if (const auto place = place_of(x, at, size, lane)) memory_of(x, at).store(*place, size, kData);
  });
  if (static_cast<AtomicOp>(i.mode) != AtomicOp::store) write_all(x, i.dst, kData);
}

// The copy of a structure is the same in all work-groups only if all bytes of the structure are the same.
void GroupFollower::follow_copy(const Running& x) {
  const Instruction& i = x.instruction;
  const auto bytes = static_cast<std::uint64_t>(i.imm);
  place_access(x, i.b, static_cast<std::uint32_t>(bytes));
  place_access(x, i.a, static_cast<std::uint32_t>(bytes));
  if (!obstacle_.empty()) return;
  Lanes same = 0;
  for_each_lane(x.moment.lanes, [&](unsigned lane) {
    const std::uint64_t from = bits(x, i.b, 8, lane);
    const auto place = is_own(space_of(from)) ? place_of(x, from, bytes, lane) : std::nullopt;
    if (place && memory_of(x, from).load(*place, bytes).is_none()) same |= std::uint64_t{1} << lane;
  });
  for_each_lane(x.moment.lanes, [&](unsigned lane) {
    const std::uint64_t to = bits(x, i.a, 8, lane);
    if (!is_own(space_of(to))) return;
    const bool is_same = (same >> lane & 1) != 0;
    if (const auto place = place_of(x, to, bytes, lane))
      memory_of(x, to).store(*place, bytes, is_same ? Dependence{} : kData);
  });
}

}  // namespace lockstep::sim
