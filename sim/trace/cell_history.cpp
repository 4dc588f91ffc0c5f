#include "sim/trace/cell_history.hpp"

#include <algorithm>

#include "sim/trace/trace_impl.hpp"

namespace lockstep::sim {
namespace {

// The bytes of one element as addresses of the machine. A buffer has both global and constant addresses.
class HistoryCell {
 public:
  HistoryCell(const Trace& trace, const NamedMemory& memory, std::uint64_t index, std::uint64_t position)
      : trace_(trace),
        memory_(memory),
        begin_(index * size_bytes(memory.type)),
        end_(begin_ + size_bytes(memory.type)) {
    if (memory.space == Space::local && position < trace.size()) where_ = trace.at(position).moment;
    if (memory.space == Space::local && position >= trace.size() && trace.size() > 0)
      where_ = trace.at(trace.size() - 1).moment;
    const PlanLaunch& launch = trace.plan().launches[where_.launch];
    const Program& program = trace.program(launch.program);
    if (const Kernel* kernel = program.find_kernel(launch.kernel))
      local_offsets_ = local_object_offsets(program, *kernel, launch);
  }

  bool can_be_in(Space space, std::uint64_t position) const {
    if (memory_.space != Space::local) return space == Space::global || space == Space::constant;
    if (space != Space::local) return false;
    const Moment& moment = trace_.at(position).moment;
    return moment.launch == where_.launch && moment.group == where_.group;
  }

  bool holds(std::uint64_t address, std::uint32_t bytes) const {
    const std::uint32_t object = object_of(address);
    std::int64_t offset = offset_of(address);
    if (memory_.space == Space::local) {
      if (object >= local_offsets_.size()) return false;
      offset +=
          static_cast<std::int64_t>(local_offsets_[object]) - static_cast<std::int64_t>(memory_.offset_bytes);
    } else if (object != memory_.object) {
      return false;
    }
    return offset < static_cast<std::int64_t>(end_) &&
           offset + static_cast<std::int64_t>(bytes) > static_cast<std::int64_t>(begin_);
  }

 private:
  const Trace& trace_;
  const NamedMemory& memory_;
  std::uint64_t begin_, end_;  // bytes of the memory
  Moment where_;               // for local memory: the launch and the group that own the memory
  std::vector<std::uint64_t> local_offsets_;
};

}  // namespace

std::vector<CellAccess> cell_history(const Trace& trace, const NamedMemory& memory, std::uint64_t index,
                                     std::uint64_t position) {
  std::vector<CellAccess> history;
  if (trace.plan().launches.empty()) return history;
  const HistoryCell cell(trace, memory, index, position);
  trace.each_access([&](std::uint64_t at, const ObservedAccess& observed) {
    if (!cell.can_be_in(observed.space, at)) return;
    for_each_lane(observed.access.active, [&](unsigned lane) {
      if (cell.holds(observed.access.addresses[lane], observed.access.bytes))
        history.push_back({at, observed.access.kind, lane});
    });
  });
  return history;
}

const CellAccess* last_write(const std::vector<CellAccess>& history, std::uint64_t position) {
  const CellAccess* last = nullptr;
  for (const CellAccess& access : history)
    if (access.position < position && access.kind != AccessKind::load) last = &access;
  return last;
}

const CellAccess* next_read(const std::vector<CellAccess>& history, std::uint64_t position) {
  const auto found = std::ranges::find_if(history, [position](const CellAccess& access) {
    return access.position >= position && access.kind != AccessKind::store;
  });
  return found == history.end() ? nullptr : &*found;
}

}  // namespace lockstep::sim
