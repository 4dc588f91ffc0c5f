#include "sim/observers/races/detector.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>
#include <utility>

#include "sim/bytecode/collective.hpp"
#include "sim/machine/launch/describe.hpp"
#include "sim/machine/launch/setup.hpp"
#include "sim/machine/state/state.hpp"

namespace lockstep::sim {
namespace {

// Time stops before it reaches the values reserved for entries.
constexpr std::uint32_t kEndOfTime = 0xFFFFFF00u;

RaceAccess race_access(const Instruction& instruction, AccessKind kind) {
  if (instruction.op == Opcode::atomic)
    return static_cast<AtomicOp>(instruction.mode) == AtomicOp::load ? RaceAccess::atomic_read
                                                                     : RaceAccess::atomic;
  return kind == AccessKind::load ? RaceAccess::read : RaceAccess::write;
}

bool is_compare_exchange(const Instruction& instruction) {
  return instruction.op == Opcode::atomic &&
         static_cast<AtomicOp>(instruction.mode) == AtomicOp::compare_exchange;
}

// The bytes at an address that is known to be in bounds.
const std::byte* memory_at(const MachineState& state, const BoundLaunch& launch, std::uint64_t address,
                           const Warp& warp, unsigned lane) {
  const auto offset = static_cast<std::uint64_t>(offset_of(address));
  const std::uint32_t object = object_of(address);
  switch (space_of(address)) {
    case Space::local:
      return state.group.local_memory.data() + launch.local_objects[object].offset + offset;
    case Space::private_:
      return warp.private_memory.data() + lane * std::size_t{launch.program->private_bytes} +
             launch.private_objects[object].offset + offset;
    default:
      if (object >= kFirstConstant)
        return launch.program->constant_data.data() +
               launch.program_constants[object - kFirstConstant].offset + offset;
      return state.buffers[object - 1].data() + offset;
  }
}

// The lanes of an access, selected by their addresses.
struct LanesByAddress {
  std::uint64_t first = 0;  // one for each address, possibly more
  std::uint64_t ends = 0;   // the first and the last two for each address, possibly more
};

// Distinguishes only addresses that are near each other: lanes with distant addresses rarely access the
// same one.
LanesByAddress lanes_by_address(const WarpAccess& access) {
  constexpr std::uint64_t kNear = 64;  // elements
  std::uint64_t lowest = UINT64_MAX, highest = 0;
  for_each_lane(access.active, [&](unsigned lane) {
    lowest = std::min(lowest, access.addresses[lane]);
    highest = std::max(highest, access.addresses[lane]);
  });
  LanesByAddress found{access.active, access.active};
  const auto shift = static_cast<unsigned>(std::countr_zero(access.bytes));
  if (!std::has_single_bit(access.bytes) || (highest - lowest) >> shift >= kNear) return found;
  std::array<std::uint64_t, kNear> lanes{};
  std::uint64_t used = 0, uneven = 0;
  for_each_lane(access.active, [&](unsigned lane) {
    const std::uint64_t distance = access.addresses[lane] - lowest;
    lanes[distance >> shift] |= std::uint64_t{1} << lane;
    used |= std::uint64_t{1} << (distance >> shift);
    uneven |= distance & (access.bytes - 1);
  });
  if (uneven != 0) return found;
  found = {};
  for (; used != 0; used &= used - 1) {
    const std::uint64_t meet = lanes[static_cast<std::size_t>(std::countr_zero(used))];
    const std::uint64_t first = meet & (~meet + 1), last = std::bit_floor(meet);
    found.first |= first;
    found.ends |= first | last | std::bit_floor(meet & ~last);
  }
  return found;
}

// The value that a lane of a store is about to write.
void stored_value(const Setup& setup, const MachineState& state, const BoundLaunch& launch, const Warp& warp,
                  const Instruction& instruction, unsigned lane, std::uint32_t bytes,
                  std::vector<std::byte>& value) {
  value.assign(bytes, std::byte{0});
  if (instruction.op == Opcode::copy) {
    const std::uint64_t from =
        whole_address(setup, launch, state.register_bits(warp, instruction.b, LaneType::uint64, lane));
    const NamedObject* object = object_at(launch, from);
    const auto offset = static_cast<std::uint64_t>(offset_of(from));
    if (object == nullptr || offset > object->bytes || object->bytes - offset < bytes) return;
    std::memcpy(value.data(), memory_at(state, launch, from, warp, lane), bytes);
    return;
  }
  const std::size_t size = size_bytes(instruction.type);
  for (unsigned k = 0; k < instruction.count; ++k) {
    const std::uint64_t bits =
        state.register_bits(warp, static_cast<Register>(instruction.b + k), instruction.type, lane);
    std::memcpy(value.data() + k * size, &bits, size);
  }
}

}  // namespace

RaceDetector::RaceDetector(const Machine& machine, Observer& sink, const RaceOptions& options)
    : machine_(machine), sink_(sink), options_(options) {
  for (const PlanBuffer& buffer : machine.plan().buffers) buffers_.emplace_back().reset(buffer.bytes());
}

void RaceDetector::on_launch_begin(const MachineState&, std::uint32_t launch) {
  launch_ = launch;
  clock_.launch_begin = ++clock_.now;
  local_is_new_ = true;
  groups_.clear();
  stretches_.clear();
  left_.clear();
  const BoundLaunch& bound = machine_.setup().launches[launch];
  sites_.assign(bound.program->code.size(), 0);
  pcs_.assign(1, 0);
  has_narrow_atomics_ = std::ranges::any_of(bound.program->code, [](const Instruction& instruction) {
    return instruction.op == Opcode::atomic && ordering_of(instruction).scope < MemoryScope::device;
  });
  synchronisation_.begin_launch(Synchronisation::is_used(*bound.program), bound.group_count,
                                bound.group_items);
}

// Local memory belongs to one group, so accesses of earlier groups are discarded.
void RaceDetector::on_group_begin(const MachineState& state, std::uint32_t group) {
  const BoundLaunch& launch = machine_.setup().launches[launch_];
  clock_.group_begin = clock_.continued = ++clock_.now;
  clock_.turn = static_cast<std::uint32_t>(groups_.size());
  clock_.barrier.fill(clock_.now);
  const std::uint32_t width = machine_.setup().sub_group_width;
  for (auto& times : clock_.sub_group_barrier) times.assign((launch.group_items + width - 1) / width, 0);
  groups_.push_back(group);
  stretches_.push_back({clock_.now, clock_.turn});
  if (local_is_new_) local_.reset(state.group.local_memory.size());
  local_is_new_ = false;
  synchronisation_.begin_group();
  copies_.begin_group(launch.shape_of(group).items);
}

void RaceDetector::on_group_end(const MachineState& state, std::uint32_t) {
  for (const AsyncCopies::Copy& copy : copies_.copies()) {
    if (copy.is_done) continue;
    report_copy(state, copy.pc, 0,
                "the work-group ends without waiting for this asynchronous copy; call wait_group_events with "
                "its event before the kernel ends");
  }
}

bool RaceDetector::watches() const {
  return clock_.now < kEndOfTime && machine_.setup().launches[launch_].group_items <= kFirstCopy;
}

std::uint32_t RaceDetector::site_of(std::uint32_t pc) {
  if (sites_[pc] == 0 && pcs_.size() < RaceEntry::kSites) {
    sites_[pc] = static_cast<std::uint32_t>(pcs_.size());
    pcs_.push_back(pc);
  }
  return sites_[pc];
}

void RaceDetector::on_group_leave(const MachineState&, std::uint32_t group) {
  left_[group] = {clock_, other_fences_, synchronisation_.leave_group(), std::move(copies_),
                  std::move(local_)};
  copies_ = {};
  local_ = {};
  local_is_new_ = true;
}

void RaceDetector::on_group_return(const MachineState&, std::uint32_t group) {
  auto found = left_.extract(group);
  if (found.empty()) return;
  LeftGroup& left = found.mapped();
  const std::uint32_t now = clock_.now + 1;
  clock_ = std::move(left.clock);
  clock_.now = clock_.continued = now;
  stretches_.push_back({now, clock_.turn});
  other_fences_ = left.other_fences;
  synchronisation_.return_to_group(std::move(left.synchronisation));
  copies_ = std::move(left.copies);
  local_ = std::move(left.local);
  local_is_new_ = false;
}

std::uint32_t RaceDetector::turn_of(const RaceEntry& entry) const {
  if (entry.time >= clock_.continued) return clock_.turn;
  return std::prev(std::ranges::upper_bound(stretches_, entry.time, {}, &Stretch::begin))->turn;
}

std::uint64_t RaceDetector::work_item(const RaceEntry& entry) const {
  const std::uint32_t item = entry.item() < kFirstCopy ? entry.item() : 0;
  return machine_.setup().launches[launch_].work_item(groups_[turn_of(entry)], item);
}

std::uint64_t RaceDetector::own_work_item(std::uint32_t item) const {
  return machine_.setup().launches[launch_].work_item(groups_[clock_.turn], item);
}

void RaceDetector::on_sub_group_barrier(const MachineState&, std::uint32_t sub_group,
                                        const Instruction& instruction) {
  ++clock_.now;
  for (const OrderedMemory memory : kOrderedMemories)
    if (is_in(memory, instruction.imm)) clock_.sub_group_barrier[index_of(memory)][sub_group] = clock_.now;
  synchronisation_.sub_group_barrier(clock_, sub_group, machine_.setup().sub_group_width, instruction.imm);
}

void RaceDetector::on_barrier_release(const MachineState& state, std::uint32_t,
                                      const Instruction& instruction) {
  if (instruction.op != Opcode::barrier) return;  // a work-group function does not order memory
  const Program& program = *machine_.setup().launches[launch_].program;
  ++clock_.now;
  for (const OrderedMemory memory : kOrderedMemories) {
    const std::size_t i = index_of(memory);
    if (is_in(memory, instruction.imm))
      clock_.barrier[i] = clock_.now;
    else
      other_fences_[i] = {clock_.now, program.ranges[instruction.range].line, instruction.imm != 0};
  }
  synchronisation_.barrier(clock_, instruction, machine_.setup().sub_group_width);
  ++clock_.now;
  if (instruction.mode != kBarrierOfWait) return;
  const auto pc = static_cast<std::uint32_t>(&instruction - program.code.data());
  if (const auto mistake = copies_.finish_wait()) report_copy_mistake(state, pc, *mistake);
}

// One access of one warp: the common properties of its lanes.
struct RaceDetector::Watch {
  const MachineState& state;
  const Moment& moment;
  const Instruction& instruction;
  const ObservedAccess& access;
  const BoundLaunch& launch;
  const Warp& warp;
  RaceAccess kind;
  OrderedMemory memory;
  std::uint32_t site;
  std::uint32_t copy;  // the item of an asynchronous copy; 0: an access by the lanes themselves
  std::uint32_t first_item() const { return moment.warp * state.warp_width; }
};

// One lane of the access, with the functions that RaceShadow requires.
class RaceDetector::Lane {
 public:
  Lane(RaceDetector& detector, const Watch& watch)
      : d_(detector),
        watch_(watch),
        launch_begin_(watch.memory == OrderedMemory::local ? d_.clock_.group_begin : d_.clock_.launch_begin),
        barrier_(d_.clock_.barrier[index_of(watch.memory)]),
        sub_group_width_(d_.machine_.setup().sub_group_width),
        sub_group_(watch.copy != 0 ? ~0u : watch.first_item() / sub_group_width_),
        sub_group_barrier_(
            watch.copy != 0 ? 0 : d_.clock_.sub_group_barrier[index_of(watch.memory)][sub_group_]) {}

  // The lanes of an atomic change memory one after another; reports refer to the state before the first lane.
  void note_earlier_atomics(std::uint64_t lanes) {
    for_each_lane(lanes, [&](unsigned lane) {
      const std::uint64_t address = watch_.access.access.addresses[lane];
      atomic_before_[lane] =
          d_.shadow_of(watch_, address).latest_atomic(d_.offset_in_shadow(watch_, address));
    });
  }

  void watch(unsigned lane, RaceAccess kind) {
    begin(lane, kind);
    d_.shadow_of(watch_, address_).access(begin_, watch_.access.access.bytes, kind, me_, *this);
  }
  // Records the access without a search for races.
  void note(unsigned lane, RaceAccess kind) {
    begin(lane, kind);
    d_.shadow_of(watch_, address_).note(begin_, watch_.access.access.bytes, kind, me_, *this);
  }

  // Whether the entry is ordered with an access of any lane.
  bool is_ordered_with_all(const RaceEntry& entry) const {
    return entry.time < launch_begin_ ||
           (entry.time < barrier_ && entry.item() < kFirstCopy && d_.is_of_running_group(entry));
  }
  // Whether the accesses of these lanes, which are atomic with device scope, conflict with no other access.
  bool are_free_atomics(std::uint64_t lanes) const {
    if (!is_atomic(watch_.kind) || d_.has_narrow_atomics_) return false;
    bool free = true;
    for_each_lane(lanes, [&](unsigned lane) {
      const std::uint64_t address = watch_.access.access.addresses[lane];
      free = free && d_.shadow_of(watch_, address)
                         .plain_accesses(d_.offset_in_shadow(watch_, address), watch_.access.access.bytes,
                                         [&](const RaceEntry& entry) { return is_ordered_with_all(entry); });
    });
    return free;
  }

  bool is_ordered(const RaceEntry& entry) const {
    if (entry.time < launch_begin_) return true;
    if (d_.is_of_running_group(entry)) {
      const std::uint32_t item = entry.item();
      if (item == item_) return true;
      if (item >= kFirstCopy) return is_done(entry);
      if (entry.time < barrier_) return true;
      if (entry.time < sub_group_barrier_ && item / sub_group_width_ == sub_group_) return true;
      if (watch_.copy != 0 && watch_.launch.shape_of(d_.groups_[d_.clock_.turn]).items == 1) return true;
    }
    return d_.synchronisation_.is_active() && watch_.copy == 0 &&
           d_.synchronisation_.knows(item_, earlier(entry));
  }

  RacePlace place_of(const RaceEntry& entry) const {
    if (!d_.is_of_running_group(entry)) return RacePlace::other_group;
    return entry.item() / sub_group_width_ == sub_group_ ? RacePlace::same_sub_group
                                                         : RacePlace::other_sub_group;
  }

  // Reads do not conflict with reads, and atomics do not conflict with atomics if their scopes include
  // each other.
  bool conflicts_with(RaceAccess earlier) const {
    if (only_reads(earlier) && only_reads(kind_)) return false;
    return d_.has_narrow_atomics_ || !is_atomic(earlier) || !is_atomic(kind_);
  }
  bool may_conflict(RaceAccess earlier, const RaceEntry& entry) const {
    const bool is_plain = !is_atomic(kind_) && watch_.copy == 0;
    if (is_atomic(earlier) && is_plain &&
        d_.synchronisation_.has_observed(item_, address_, watch_.memory == OrderedMemory::local))
      return false;
    if (!is_atomic(earlier) || !is_atomic(kind_)) return true;
    const MemoryScope other = ordering_of(watch_.launch.program->code[d_.pc_of(entry)]).scope;
    const MemoryScope narrower = std::min(other, ordering_of(watch_.instruction).scope);
    if (!d_.is_of_running_group(entry)) return narrower < MemoryScope::device;
    return narrower < MemoryScope::sub_group ||
           (narrower == MemoryScope::sub_group && place_of(entry) == RacePlace::other_sub_group);
  }

  bool is_harmless(const RaceHit& hit) {
    if (kind_ != RaceAccess::write || hit.kind != RaceAccess::write || d_.options_.report_same_value)
      return false;
    const std::uint32_t theirs = hit.overwritten ? *hit.overwritten : value_before(hit.offset, hit.unit);
    return theirs == d_.stored_bits(watch_, lane_, address_ + (hit.offset - begin_), hit.unit);
  }

  std::uint32_t value_before(std::uint64_t offset, unsigned unit) {
    return d_.bits_before(watch_, lane_, address_ + (offset - begin_), unit);
  }

  void conflict(const RaceHit& hit) {
    Race race{
        address_ + (hit.offset - begin_), hit.unit, {hit.kind, hit.entry, hit.overwritten}, {kind_, me_, {}}};
    const std::uint32_t changed =
        is_atomic(kind_) ? atomic_before_[lane_] : d_.shadow_of(watch_, address_).latest_atomic(hit.offset);
    if (hit.kind == RaceAccess::write && !hit.overwritten && changed < hit.entry.time)
      race.earlier.value = value_before(hit.offset, hit.unit);
    if (kind_ == RaceAccess::write) race.now.value = d_.stored_bits(watch_, lane_, race.address, hit.unit);
    d_.report(watch_.state, race);
  }

 private:
  void begin(unsigned lane, RaceAccess kind) {
    lane_ = lane;
    kind_ = kind;
    address_ = watch_.access.access.addresses[lane];
    begin_ = d_.offset_in_shadow(watch_, address_);
    item_ = watch_.copy != 0 ? watch_.copy : watch_.first_item() + lane;
    me_ = RaceEntry::make(d_.clock_.now, item_, watch_.site);
  }
  bool is_done(const RaceEntry& entry) const {
    const AsyncCopies::Copy* copy = d_.copies_.copy_of(entry);
    return copy == nullptr || copy->is_done;
  }
  Synchronisation::Earlier earlier(const RaceEntry& entry) const {
    return {watch_.memory, d_.turn_of(entry), {entry.item(), entry.item() / sub_group_width_}, entry.time};
  }

  RaceDetector& d_;
  const Watch& watch_;
  const std::uint32_t launch_begin_, barrier_, sub_group_width_, sub_group_, sub_group_barrier_;
  unsigned lane_ = 0;
  RaceAccess kind_ = RaceAccess::read;
  std::uint64_t address_ = 0, begin_ = 0;
  std::uint32_t item_ = 0;
  RaceEntry me_;
  std::array<std::uint32_t, kMaxLanes> atomic_before_;
};

void RaceDetector::on_access(const MachineState& state, const Moment& moment, const Instruction& instruction,
                             const ObservedAccess& access) {
  if (access.space != Space::local && access.space != Space::global) return;
  const std::uint32_t site = site_of(moment.pc);
  if (site == 0 || !watches()) return;
  const Warp& warp = state.group.warps[moment.warp];
  const bool of_group =
      (instruction.op == Opcode::load || instruction.op == Opcode::store) && instruction.target == kOfGroup;
  const Watch watch{state,
                    moment,
                    instruction,
                    access,
                    machine_.setup().launches[launch_],
                    warp,
                    race_access(instruction, access.access.kind),
                    access.space == Space::local ? OrderedMemory::local : OrderedMemory::global,
                    site,
                    of_group ? AsyncCopies::item_of(std::max(warp.copies, 1u)) : 0};
  const std::uint64_t unsuccessful = is_compare_exchange(instruction) ? failing_lanes(watch) : 0;
  const std::uint64_t left = only_barriers_order(watch) ? watch_rows(watch) : access.access.active;
  if (left == 0) return;
  Lane lane(*this, watch);
  // Of the atomics of one sub-group on one unit, the shadow would not keep those between the first and the
  // last two.
  LanesByAddress atomics{left, left};
  if (is_atomic(watch.kind) && unsuccessful == 0 && state.warp_width <= machine_.setup().sub_group_width)
    atomics = lanes_by_address(access.access);
  const bool is_free = lane.are_free_atomics(atomics.first);
  if (is_atomic(watch.kind) && !is_free) lane.note_earlier_atomics(left);
  const std::uint64_t all = left == access.access.active ? lanes_that_matter(watch) : left;
  for (std::uint64_t lanes = is_free ? atomics.ends : all; lanes != 0; lanes &= lanes - 1) {
    const auto number = static_cast<unsigned>(std::countr_zero(lanes));
    const bool only_reads = (unsuccessful >> number & 1) != 0;
    const RaceAccess kind = only_reads ? RaceAccess::atomic_read : watch.kind;
    if (is_free)
      lane.note(number, kind);
    else
      lane.watch(number, kind);
  }
  if (instruction.op == Opcode::atomic && synchronisation_.is_active()) synchronise(watch, unsuccessful);
}

// Whether only the rules of RaceRow order this access with others.
bool RaceDetector::only_barriers_order(const Watch& watch) const {
  const std::uint32_t bytes = watch.access.access.bytes;
  return !is_atomic(watch.kind) && watch.access.shape != nullptr && watch.instruction.op != Opcode::copy &&
         watch.copy == 0 && copies_.is_empty() && !synchronisation_.is_active() &&
         stretches_.size() == groups_.size() && std::has_single_bit(bytes);
}

// Checks neighbouring lanes that access neighbouring elements together, in the order of the lanes, until a
// lane may race; returns the lanes from that lane on.
std::uint64_t RaceDetector::watch_rows(const Watch& watch) {
  const AccessShape& shape = *watch.access.shape;
  const std::uint64_t address =
      watch.access.access.addresses[static_cast<std::size_t>(std::countr_zero(shape.active))];
  RaceShadow& shadow = shadow_of(watch, address);
  const std::uint64_t offset = offset_in_shadow(watch, address);
  const bool is_local = watch.memory == OrderedMemory::local;
  RaceRow row{.launch_begin = is_local ? clock_.group_begin : clock_.launch_begin,
              .group_begin = clock_.group_begin,
              .barrier = clock_.barrier[index_of(watch.memory)],
              .now = clock_.now,
              .site = watch.site,
              .item_shift = static_cast<unsigned>(std::countr_zero(shape.bytes)),
              .sub_group_width = machine_.setup().sub_group_width};
  const auto from = [&](unsigned lane) { return shape.active & ~std::uint64_t{0} << lane; };
  for (const LaneStretch& run : shape.runs()) {
    row.first_item = watch.first_item() + run.first;
    const std::uint64_t begin = offset + static_cast<std::uint64_t>(run.distance);
    const bool together = run.is_same && run.count > 1;
    if (together && (shape.bytes != 4 || watch.kind != RaceAccess::read)) return from(run.first);
    const bool done = together ? shadow.read_together(begin, run.count, row)
                               : shadow.access_row(begin, run.count * shape.bytes, watch.kind, row);
    if (!done) return from(run.first);
  }
  if (shape.stretch_count != 0) return 0;
  for (std::uint64_t lanes = shape.active; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    row.first_item = watch.first_item() + lane;
    if (!shadow.access_row(offset + shape.distance[lane], shape.bytes, watch.kind, row)) return lanes;
  }
  return 0;
}

// The lanes of an atomic run one after another, so each lane acquires the releases of the lanes before it.
void RaceDetector::synchronise(const Watch& watch, std::uint64_t failing) {
  const auto op = static_cast<AtomicOp>(watch.instruction.mode);
  Synchronisation::Atomic atomic;
  atomic.site = watch.site;
  atomic.is_local = watch.memory == OrderedMemory::local;
  atomic.reads = op != AtomicOp::store;
  atomic.ordering = ordering_of(watch.instruction);
  if (op != AtomicOp::compare_exchange) atomic.ordering.failure = atomic.ordering.order;
  bool published = false;
  for_each_lane(watch.access.access.active, [&](unsigned lane) {
    const std::uint32_t item = watch.first_item() + lane;
    atomic.address = watch.access.access.addresses[lane];
    atomic.writes = op != AtomicOp::load && (failing >> lane & 1) == 0;
    const Synchronisation::Actor actor{item, item / machine_.setup().sub_group_width};
    published = synchronisation_.atomic(clock_, actor, atomic) || published;
  });
  if (published) ++clock_.now;
}

void RaceDetector::on_fence(const MachineState& state, const Moment& moment, const Instruction& instruction) {
  if (!synchronisation_.is_active()) return;
  const std::uint32_t width = machine_.setup().sub_group_width;
  bool published = false;
  for_each_lane(moment.lanes, [&](unsigned lane) {
    const std::uint32_t item = moment.warp * state.warp_width + lane;
    published =
        synchronisation_.fence(clock_, {item, item / width}, ordering_of(instruction), instruction.imm) ||
        published;
  });
  if (published) ++clock_.now;
}

RaceShadow& RaceDetector::shadow_of(const Watch& watch, std::uint64_t address) {
  return watch.memory == OrderedMemory::local ? local_ : buffers_[object_of(address) - 1];
}

std::uint64_t RaceDetector::offset_in_shadow(const Watch& watch, std::uint64_t address) const {
  const bool is_local = watch.memory == OrderedMemory::local;
  return (is_local ? watch.launch.local_objects[object_of(address)].offset : 0) +
         static_cast<std::uint64_t>(offset_of(address));
}

// If a whole warp reads one address that was never written, only the first and the last two lanes
// are recorded.
std::uint64_t RaceDetector::lanes_that_matter(const Watch& watch) {
  const std::uint64_t active = watch.access.access.active;
  if (watch.kind != RaceAccess::read || std::popcount(active) <= 3) return active;
  const auto address_of = [&](int lane) {
    return watch.access.access.addresses[static_cast<unsigned>(lane)];
  };
  const std::uint64_t address = address_of(std::countr_zero(active));
  for (std::uint64_t lanes = active; lanes != 0; lanes &= lanes - 1)
    if (address_of(std::countr_zero(lanes)) != address) return active;
  if (!shadow_of(watch, address).is_only_read(offset_in_shadow(watch, address), watch.access.access.bytes))
    return active;
  const std::uint64_t last = std::bit_floor(active), last_but_one = std::bit_floor(active & ~last);
  return (active & (~active + 1)) | last_but_one | last;
}

// The lanes of a compare-exchange that will not find the expected value. They run one after another, so each
// lane sees the results of the lanes before it.
std::uint64_t RaceDetector::failing_lanes(const Watch& watch) const {
  std::map<std::uint64_t, std::uint64_t> left;
  std::uint64_t failing = 0;
  for (std::uint64_t lanes = watch.access.access.active; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    const auto bits_of = [&](Register reg) {
      std::uint64_t bits = watch.state.register_bits(watch.warp, reg, watch.instruction.type, lane);
      const std::uint32_t size = 8 * watch.access.access.bytes;
      return size < 64 ? bits & ((std::uint64_t{1} << size) - 1) : bits;
    };
    const std::uint64_t address = watch.access.access.addresses[lane];
    const auto [found, is_first] = left.try_emplace(address, 0);
    if (is_first)
      std::memcpy(&found->second, memory_at(watch.state, watch.launch, address, watch.warp, lane),
                  watch.access.access.bytes);
    if (found->second == bits_of(watch.instruction.b))
      found->second = bits_of(watch.instruction.c);
    else
      failing |= std::uint64_t{1} << lane;
  }
  return failing;
}

// The value that the lane is about to write to a unit.
std::uint32_t RaceDetector::stored_bits(const Watch& watch, unsigned lane, std::uint64_t address,
                                        unsigned unit) {
  stored_value(machine_.setup(), watch.state, watch.launch, watch.warp, watch.instruction, lane,
               watch.access.access.bytes, scratch_);
  std::uint32_t bits = 0;
  std::memcpy(&bits, scratch_.data() + (address - watch.access.access.addresses[lane]), unit);
  return bits;
}

// The value of a unit before the lane's access: lower lanes write first.
std::uint32_t RaceDetector::bits_before(const Watch& watch, unsigned lane, std::uint64_t address,
                                        unsigned unit) {
  const WarpAccess& access = watch.access.access;
  if (watch.kind == RaceAccess::write) {
    for (unsigned below = lane; below-- > 0;) {
      const bool writes_it = (access.active >> below & 1) != 0 && access.addresses[below] <= address &&
                             address - access.addresses[below] < access.bytes;
      if (writes_it) return stored_bits(watch, below, address, unit);
    }
  }
  std::uint32_t bits = 0;
  std::memcpy(&bits, memory_at(watch.state, watch.launch, address, watch.warp, lane), unit);
  return bits;
}

void RaceDetector::begin_copy(const MachineState& state, const Moment& moment,
                              std::span<const std::uint64_t> events) {
  const std::uint32_t number = state.group.warps[moment.warp].copies;
  const auto lane = static_cast<unsigned>(std::countr_zero(moment.lanes));
  const bool is_joined = events[lane] != number;
  if (is_joined && !copies_.has_event(events[lane]))
    report_copy(state, moment.pc, moment.warp * state.warp_width + lane,
                "passes an event to this asynchronous copy that no copy of its work-group returned");
  if (copies_.begin(number, events[lane], moment.pc, clock_.now + 1)) ++clock_.now;
}

void RaceDetector::on_copy_event(const MachineState& state, const Moment& moment,
                                 const Instruction& instruction, std::span<const std::uint64_t> events) {
  if (instruction.op == Opcode::copy_begin) return begin_copy(state, moment, events);
  const auto mistake = copies_.wait(moment.warp * state.warp_width, moment.lanes, events);
  if (mistake) report_copy_mistake(state, moment.pc, *mistake);
}

void RaceDetector::report(const MachineState& state, const Race& race) {
  const BoundLaunch& launch = machine_.setup().launches[launch_];
  const auto range_of = [&](const Side& side) -> const SourceRange& {
    return launch.program->ranges[launch.program->code[pc_of(side.entry)].range];
  };
  const auto& first = range_of(race.earlier);
  const auto& second = range_of(race.now);
  const FindingKey key{
      Finding::Kind::data_race, launch.program_index, first.file, first.line, second.file, second.line};
  if (const auto known = known_.find(key); known != known_.end()) {
    if (sink_.count_again(known->second, 1)) return;
  }
  known_[key] = key;
  known_[{key.kind, key.program, second.file, second.line, first.file, first.line}] = key;
  if (!sink_.count_again(key, 1)) sink_.on_finding(state, describe(state, race));
}

}  // namespace lockstep::sim
