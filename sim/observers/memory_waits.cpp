#include "sim/observers/memory_waits.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/plan/element.hpp"
#include "sim/memory/access.hpp"

namespace lockstep::sim {
namespace {

constexpr std::uint64_t kSector = 32;

}  // namespace

MemoryWaitObserver::MemoryWaitObserver(const Machine& machine)
    : machine_(machine), launches_(machine.plan().launches.size()) {}

void MemoryWaitObserver::merge(const MemoryWaitObserver& part, std::uint32_t launch, std::uint64_t times) {
  launches_[launch].waits += part.launches_[launch].waits * times;
  launches_[launch].touched_bytes += part.launches_[launch].touched_bytes * times;
}

void MemoryWaitObserver::Pending::clear() {
  if (!any) return;
  std::fill(registers.begin(), registers.end(), false);
  private_addresses.clear();
  any = false;
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
  const bool is_new = touch(observed.demand(), warps_[moment.warp].sectors);
  loads_global_ = (instruction.op == Opcode::load && is_new) || instruction.op == Opcode::atomic;
  launches_[state.launch].touched_bytes += kSector * (sectors_.size() - before);
}

// Whether a sector is new to the warp.
bool MemoryWaitObserver::touch(const WarpAccess& access, std::unordered_set<std::uint64_t>& of_warp) {
  bool is_new = false;
  std::uint64_t last = 0;
  for_each_lane(access.active, [&](unsigned lane) {
    const std::uint64_t first = access.addresses[lane] / kSector;
    const std::uint64_t end = (access.addresses[lane] + access.bytes - 1) / kSector;
    for (std::uint64_t sector = first; sector <= end; ++sector)
      if (sector != last && of_warp.insert(last = sector).second) {
        sectors_.insert(sector);
        is_new = true;
      }
  });
  return is_new;
}

bool MemoryWaitObserver::is_read(const Pending& pending, const Instruction& instruction) {
  for (const RegisterRun& run : registers_read(instruction))
    for (unsigned k = 0; k < run.count; ++k)
      if (pending.registers[run.first + k]) return true;
  return false;
}

// A value that is only copied is not used yet: other registers and private arrays are also registers in the
// hardware.
bool MemoryWaitObserver::hands_on(const MachineState& state, const Moment& moment,
                                  const Instruction& instruction) {
  Pending& pending = warps_[moment.warp];
  if (instruction.op == Opcode::mov) {
    pending.registers[instruction.dst] = pending.registers[instruction.a];
    return true;
  }
  const bool is_load = instruction.op == Opcode::load;
  if (moment.lanes == 0 || (!is_load && instruction.op != Opcode::store)) return false;
  // A load may have overwritten the register of its own address; then it is not a load from a private array.
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
      ++launches_[moment.launch].waits;
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
}

}  // namespace lockstep::sim
