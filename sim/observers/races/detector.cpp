#include "sim/observers/races/detector.hpp"

#include <bit>
#include <cstring>

#include "sim/machine/describe.hpp"
#include "sim/machine/launch/setup.hpp"
#include "sim/machine/state.hpp"

namespace lockstep::sim {
namespace {

constexpr std::int64_t kLocalFence = 1;
constexpr std::int64_t kGlobalFence = 2;

RaceAccess race_access(const Instruction& instruction, AccessKind kind) {
  switch (kind) {
    case AccessKind::load:
      return RaceAccess::read;
    case AccessKind::store:
      return RaceAccess::write;
    default:
      return static_cast<AtomicOp>(instruction.mode) == AtomicOp::load ? RaceAccess::atomic_read
                                                                       : RaceAccess::atomic;
  }
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

// What a lane of a store is about to write.
void stored_value(const MachineState& state, const BoundLaunch& launch, const Warp& warp,
                  const Instruction& instruction, unsigned lane, std::uint32_t bytes,
                  std::vector<std::byte>& value) {
  value.assign(bytes, std::byte{0});
  if (instruction.op == Opcode::copy) {
    const std::uint64_t from = state.register_bits(warp, instruction.b, LaneType::uint64, lane);
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
  global_time_.launch_begin = global_time_.epoch + 1;
  local_time_.launch_begin = local_time_.epoch + 1;
  local_is_new_ = true;
  left_.clear();
}

// Local memory belongs to one group, so accesses of earlier groups are forgotten.
void RaceDetector::begin_epochs(std::uint32_t group) {
  global_time_.group_begin = ++global_time_.epoch;
  local_time_.group_begin = local_time_.launch_begin = ++local_time_.epoch;
  const std::uint32_t items = machine_.setup().launches[launch_].group_items;
  global_time_.first_item = group * items;
  global_time_.last_item = group * items + items - 1;
}

void RaceDetector::on_group_leave(const MachineState&, std::uint32_t group) {
  left_[group] = {std::move(local_), std::move(local_phases_), std::move(global_phases_)};
  local_ = {};
  local_is_new_ = true;
}

void RaceDetector::on_group_return(const MachineState&, std::uint32_t group) {
  begin_epochs(group);
  auto left = left_.extract(group);
  if (left.empty()) return;
  local_ = std::move(left.mapped().local);
  local_phases_ = std::move(left.mapped().local_phases);
  global_phases_ = std::move(left.mapped().global_phases);
  local_is_new_ = false;
}

void RaceDetector::on_group_begin(const MachineState& state, std::uint32_t group) {
  begin_epochs(group);
  if (local_is_new_) local_.reset(state.group.local_memory.size());
  local_is_new_ = false;
  local_phases_.assign(state.group.warps.size(), 0);
  global_phases_.assign(state.group.warps.size(), 0);
}

void RaceDetector::on_sub_group_barrier(const MachineState&, std::uint32_t sub_group,
                                        const Instruction& instruction) {
  if ((instruction.imm & kLocalFence) != 0) ++local_phases_[sub_group];
  if ((instruction.imm & kGlobalFence) != 0) ++global_phases_[sub_group];
}

void RaceDetector::on_barrier_release(const MachineState&, std::uint32_t, const Instruction& instruction) {
  if (instruction.op != Opcode::barrier) return;  // a work-group function orders no memory
  const Program& program = *machine_.setup().launches[launch_].program;
  const std::uint32_t line = program.ranges[instruction.range].line;
  const bool local = (instruction.imm & kLocalFence) != 0, global = (instruction.imm & kGlobalFence) != 0;
  if (local)
    ++local_time_.epoch;
  else
    not_local_ = {local_time_.epoch, line, global};
  if (global)
    ++global_time_.epoch;
  else
    not_global_ = {global_time_.epoch, line, local};
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
  RaceTime time;
  std::uint32_t sub_group;
};

void RaceDetector::on_access(const MachineState& state, const Moment& moment, const Instruction& instruction,
                             const ObservedAccess& access) {
  if (access.space != Space::local && access.space != Space::global) return;
  const Watch watch{state,
                    moment,
                    instruction,
                    access,
                    machine_.setup().launches[launch_],
                    state.group.warps[moment.warp],
                    race_access(instruction, access.access.kind),
                    access.space == Space::local ? local_time_ : global_time_,
                    moment.warp / machine_.setup().warps_of_sub_group()};
  const std::uint64_t unsuccessful = is_compare_exchange(instruction) ? failing_lanes(watch) : 0;
  for (std::uint64_t lanes = lanes_that_matter(watch); lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    const bool only_reads = (unsuccessful >> lane & 1) != 0;
    watch_lane(watch, lane, only_reads ? RaceAccess::atomic_read : watch.kind);
  }
}

// Where a whole warp reads one unwritten address, only the first and the last two lanes are recorded.
std::uint64_t RaceDetector::lanes_that_matter(const Watch& watch) const {
  const std::uint64_t active = watch.access.access.active;
  if (watch.kind != RaceAccess::read || std::popcount(active) <= 3) return active;
  const auto address_of = [&](int lane) {
    return watch.access.access.addresses[static_cast<unsigned>(lane)];
  };
  const std::uint64_t address = address_of(std::countr_zero(active));
  for (std::uint64_t lanes = active; lanes != 0; lanes &= lanes - 1)
    if (address_of(std::countr_zero(lanes)) != address) return active;
  const bool is_local = watch.access.space == Space::local;
  const RaceShadow& shadow = is_local ? local_ : buffers_[object_of(address) - 1];
  const std::uint64_t start = is_local ? watch.launch.local_objects[object_of(address)].offset : 0;
  if (!shadow.is_only_read(start + static_cast<std::uint64_t>(offset_of(address)), watch.access.access.bytes))
    return active;
  const std::uint64_t last = std::bit_floor(active), last_but_one = std::bit_floor(active & ~last);
  return (active & (~active + 1)) | last_but_one | last;
}

// Lanes of a compare-exchange that will find another value than they expect. They run one after another, so
// each sees the results of those before it.
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

// The bytes that the lane reads, or is about to write.
const std::byte* RaceDetector::value_of(const Watch& watch, unsigned lane) {
  const Instruction& i = watch.instruction;
  if (watch.kind != RaceAccess::write) {
    return memory_at(watch.state, watch.launch, watch.access.access.addresses[lane], watch.warp, lane);
  }
  if (i.op == Opcode::store && i.count == 1) {
    const std::size_t first = std::size_t{i.b} * 8 * watch.state.warp_width;
    return watch.warp.registers.data() + first + lane * watch.access.access.bytes;
  }
  stored_value(watch.state, watch.launch, watch.warp, i, lane, watch.access.access.bytes, scratch_);
  return scratch_.data();
}

// A part of a copy by the whole group may be done by another work-item: only a barrier orders it with
// accesses of this one.
std::uint32_t RaceDetector::accessing_item(const Watch& watch, std::uint32_t item) {
  const Instruction& i = watch.instruction;
  const bool of_group = (i.op == Opcode::load || i.op == Opcode::store) && i.target == 1;
  return of_group ? (item + 1) % watch.launch.group_items : item;
}

void RaceDetector::watch_lane(const Watch& watch, unsigned lane, RaceAccess kind) {
  const std::uint64_t address = watch.access.access.addresses[lane];
  const bool is_local = watch.access.space == Space::local;
  const std::uint32_t item = watch.moment.warp * watch.state.warp_width + lane;
  const RaceEntry me{watch.moment.group * watch.launch.group_items + accessing_item(watch, item),
                     watch.time.epoch,
                     watch.moment.pc,
                     0,
                     watch.sub_group,
                     (is_local ? local_phases_ : global_phases_)[watch.sub_group]};
  const std::byte* value = value_of(watch, lane);
  RaceShadow& shadow = is_local ? local_ : buffers_[object_of(address) - 1];
  const std::uint64_t start = is_local ? watch.launch.local_objects[object_of(address)].offset : 0;
  const std::uint64_t begin = start + static_cast<std::uint64_t>(offset_of(address));
  shadow.access(begin, watch.access.access.bytes, kind, me, value, watch.time, options_.report_same_value,
                [&](std::uint64_t at, unsigned unit, RaceAccess earlier, const RaceEntry& entry) {
                  RaceEntry now = me;
                  std::memcpy(&now.value, value + (at - begin), unit);
                  report(watch.state, {address + (at - begin), unit, {earlier, entry}, {kind, now}});
                });
}

void RaceDetector::report(const MachineState& state, const Race& race) {
  const BoundLaunch& launch = machine_.setup().launches[launch_];
  const auto line_of = [&](const Side& side) -> const language::SourceRange& {
    return launch.program->ranges[launch.program->code[side.entry.pc].range];
  };
  const auto& first = line_of(race.earlier);
  const auto& second = line_of(race.now);
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
