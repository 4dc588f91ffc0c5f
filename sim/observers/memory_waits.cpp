#include "sim/observers/memory_waits.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/plan/element.hpp"
#include "sim/memory_rules/access.hpp"

namespace lockstep::sim {
namespace {

constexpr std::uint64_t kSector = 32;
// A warp's share of the first-level cache of an H200: 256 KiB in lines of 128 bytes for 64 warps, less an
// eighth, because its sets fill unevenly: a warp whose lanes read 32 adjacent lines does not find any of them
// in the cache later.
constexpr std::size_t kLinesOfWarp = 28;
constexpr std::uint64_t kSectorsOfLine = 4;

}  // namespace

MemoryWaitObserver::MemoryWaitObserver(const Machine& machine)
    : machine_(machine), launches_(machine.plan().launches.size()) {}

void MemoryWaitObserver::merge(const MemoryWaitObserver& part, std::uint32_t launch, std::uint64_t times) {
  launches_[launch].waits += part.launches_[launch].waits * times;
  launches_[launch].touched_bytes += part.launches_[launch].touched_bytes * times;
  launches_[launch].cached_waits += part.launches_[launch].cached_waits * times;
  launches_[launch].cached_bytes += part.launches_[launch].cached_bytes * times;
}

void MemoryWaitObserver::Pending::clear() {
  if (!any) return;
  std::fill(registers.begin(), registers.end(), false);
  private_addresses.clear();
  any = misses = false;
}

void MemoryWaitObserver::on_group_begin(const MachineState& state, std::uint32_t) {
  const Program& program = machine_.program(machine_.plan().launches[state.launch].program);
  warps_.assign(state.group.warps.size(), {});
  for (Pending& warp : warps_) warp.registers.resize(program.register_count);
  sectors_.clear();
}

void MemoryWaitObserver::on_access(const MachineState& state, const Moment& moment,
                                   const Instruction& instruction, const ObservedAccess& observed) {
  if (observed.space != Space::global) return;
  const std::size_t before = sectors_.size();
  const Touched touched = touch(observed.demand(), warps_[moment.warp].recent);
  Tally& sum = launches_[state.launch];
  sum.touched_bytes += kSector * (sectors_.size() - before);
  const bool has_cache = machine_.model().rates.first_level_ns.has_value();
  const bool loads = instruction.op == Opcode::load;
  if (loads && has_cache) sum.cached_bytes += kSector * (touched.sectors - touched.of_them_new);
  loads_global_ = loads || instruction.op == Opcode::atomic;
  misses_ = !loads || !has_cache || touched.of_them_new > 0;
}

bool MemoryWaitObserver::RecentLines::access(std::uint64_t sector) {
  const std::uint64_t number = sector / kSectorsOfLine;
  const auto bit = static_cast<std::uint8_t>(1u << sector % kSectorsOfLine);
  auto line = std::ranges::find(lines_, number, &Line::number);
  if (line == lines_.end()) {
    if (lines_.size() == kLinesOfWarp) lines_.pop_back();
    line = lines_.insert(lines_.begin(), Line{number, 0});
  } else {
    std::rotate(lines_.begin(), line, line + 1);
    line = lines_.begin();
  }
  const bool was_there = (line->sectors & bit) != 0;
  line->sectors |= bit;
  return was_there;
}

// Returns the sectors that an access touches. Neighbouring lanes usually access the same sector; if lanes
// alternate between sectors, a sector is looked up more than once.
MemoryWaitObserver::Touched MemoryWaitObserver::touch(const WarpAccess& access, RecentLines& recent) {
  Touched touched;
  std::uint64_t last = 0;
  for_each_lane(access.active, [&](unsigned lane) {
    const std::uint64_t first = access.addresses[lane] / kSector;
    const std::uint64_t end = (access.addresses[lane] + access.bytes - 1) / kSector;
    for (std::uint64_t sector = first; sector <= end; ++sector) {
      if (sector == last) continue;
      last = sector;
      ++touched.sectors;
      if (recent.access(sector)) continue;
      ++touched.of_them_new;
      sectors_.insert(sector);
    }
  });
  return touched;
}

bool MemoryWaitObserver::is_read(const Pending& pending, const Instruction& instruction) {
  for (const RegisterRun& run : registers_read(instruction))
    for (unsigned k = 0; k < run.count; ++k)
      if (pending.registers[run.first + k]) return true;
  return false;
}

// Returns whether the instruction only copies a loaded value. Such a value has not been used yet, because
// other registers and private arrays are also registers in hardware.
bool MemoryWaitObserver::hands_on(const MachineState& state, const Moment& moment,
                                  const Instruction& instruction) {
  Pending& pending = warps_[moment.warp];
  if (instruction.op == Opcode::mov) {
    pending.registers[instruction.dst] = pending.registers[instruction.a];
    return true;
  }
  const bool is_load = instruction.op == Opcode::load;
  if (moment.lanes == 0 || (!is_load && instruction.op != Opcode::store)) return false;
  // A load may have overwritten the register of its own address; such a load does not count as a load from a
  // private array.
  if (is_load && instruction.a >= instruction.dst && instruction.a < instruction.dst + instruction.count)
    return false;
  const auto lane = static_cast<unsigned>(std::countr_zero(moment.lanes));
  const std::uint64_t address =
      state.register_bits(state.group.warps[moment.warp], instruction.a, LaneType::uint64, lane);
  if (space_of(address) != Space::private_ || pending.registers[instruction.a]) return false;
  for (unsigned k = 0; k < instruction.count; ++k) {
    const std::uint64_t place = address + k * size_bytes(instruction.type);
    const auto known = std::ranges::find(pending.private_addresses, place);
    if (is_load)
      pending.registers[instruction.dst + k] = known != pending.private_addresses.end();
    else if (pending.registers[instruction.b + k] && known == pending.private_addresses.end())
      pending.private_addresses.push_back(place);
    else if (!pending.registers[instruction.b + k] && known != pending.private_addresses.end())
      pending.private_addresses.erase(known);
  }
  return true;
}

void MemoryWaitObserver::on_instruction(const MachineState& state, const Moment& moment,
                                        const Instruction& instruction) {
  Pending& pending = warps_[moment.warp];
  const bool loads = std::exchange(loads_global_, false);
  if (pending.any && !hands_on(state, moment, instruction)) {
    if (is_read(pending, instruction)) {
      Tally& sum = launches_[moment.launch];
      ++(pending.misses ? sum.waits : sum.cached_waits);
      pending.clear();
    } else {
      const RegisterRun written = registers_written(instruction);
      for (unsigned k = 0; k < written.count; ++k) pending.registers[written.first + k] = false;
    }
  }
  if (!loads) return;
  for (unsigned k = 0; k < std::max<unsigned>(instruction.count, 1); ++k)
    pending.registers[instruction.dst + k] = true;
  pending.any = true;
  pending.misses = pending.misses || misses_;
}

}  // namespace lockstep::sim
