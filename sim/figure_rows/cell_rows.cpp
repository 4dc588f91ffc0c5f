#include "sim/figure_rows/cell_rows.hpp"

#include <algorithm>
#include <cstring>

#include "sim/figure_rows/stale_reads.hpp"

namespace lockstep::sim {
namespace {

std::string value_at(const Trace& trace, const NamedMemory& memory, std::uint64_t index,
                     const CellAccess& access) {
  const auto state = trace.seek(access.kind == AccessKind::load ? access.position : access.position + 1);
  const std::vector<std::byte>& all = memory.space == Space::local
                                          ? state->machine.group.local_memory
                                          : state->machine.buffers[memory.object - 1];
  const std::size_t bytes = size_bytes(memory.type), begin = memory.offset_bytes + index * bytes;
  if (begin + bytes > all.size()) return "";  // the work-group has ended
  std::uint64_t bits = 0;
  std::memcpy(&bits, all.data() + begin, bytes);
  return format_value(bits, memory.type);
}

MemoryObject const* object_with(const std::vector<MemoryObject>& objects, std::uint64_t address,
                                std::uint64_t& index) {
  for (const MemoryObject& object : objects)
    if (const auto found = object.index_of_address(address)) {
      index = *found;
      return &object;
    }
  return nullptr;
}

// Returns the address that the finding's work-item accesses at the moment of the finding.
std::optional<std::uint64_t> address_of(const Trace& trace, const Finding& finding) {
  if (finding.address != 0) return finding.address;
  if (finding.step >= trace.size()) return std::nullopt;
  for (const AccessDetail& access : trace.accesses(finding.step))
    for (unsigned lane = 0; lane < access.addresses.size(); ++lane)
      if ((access.lanes >> lane & 1) != 0 &&
          work_item_at(trace, finding.step, lane) == finding.first.work_item)
        return access.addresses[lane];
  return std::nullopt;
}

}  // namespace

std::string_view verb(AccessKind kind) {
  switch (kind) {
    case AccessKind::load:
      return "reads";
    case AccessKind::store:
      return "writes";
    case AccessKind::atomic:
      break;
  }
  return "reads and writes";
}

CellRows cell_rows(const Trace& trace, const NamedMemory& memory, std::uint64_t index, std::uint64_t position,
                   std::size_t most) {
  const std::vector<CellAccess> history = cell_history(trace, memory, index, position);
  const auto next = static_cast<std::size_t>(
      std::ranges::lower_bound(history, position, {}, &CellAccess::position) - history.begin());
  const std::size_t count = std::min(most, history.size());
  const std::size_t begin = std::min(next > count / 2 ? next - count / 2 : 0, history.size() - count);
  CellRows rows;
  rows.left_out_before = begin;
  rows.left_out_after = history.size() - begin - count;
  for (std::size_t i = begin; i < begin + count; ++i) {
    const CellAccess& access = history[i];
    const Moment& moment = trace.at(access.position).moment;
    rows.rows.push_back({access.position, moment.launch, moment.group,
                         work_item_at(trace, access.position, access.lane), access.kind,
                         trace.range_at(access.position).line, value_at(trace, memory, index, access)});
  }
  return rows;
}

std::optional<PlacedCell> place_of(const Trace& trace, std::uint64_t position, const CellId& cell) {
  for (const MemoryObject& object : memory_objects(trace, position)) {
    const auto index = object.index_of(cell);
    if (!index) continue;
    NamedMemory memory;
    memory.space = object.is_local ? Space::local : Space::global;
    memory.object = object.object;
    memory.name = object.name;
    memory.type = object.type;
    memory.offset_bytes = object.offset_bytes;
    memory.bytes = object.elements * size_bytes(object.type);
    return PlacedCell{std::move(memory), *index};
  }
  return std::nullopt;
}

std::optional<CellId> cell_of(const Trace& trace, std::uint64_t position, const NamedMemory& memory,
                              std::uint64_t index) {
  for (const MemoryObject& object : memory_objects(trace, position)) {
    const bool is_local = memory.space == Space::local;
    if (object.is_local == is_local &&
        (is_local ? object.offset_bytes == memory.offset_bytes : object.object == memory.object))
      return object.cell(index);
  }
  return std::nullopt;
}

std::optional<CellId> cell_of(const Trace& trace, const Finding& finding) {
  const auto address = address_of(trace, finding);
  if (!address) return std::nullopt;
  std::uint64_t index = 0;
  const std::vector<MemoryObject> objects = memory_objects(trace, finding.step);
  const MemoryObject* object = object_with(objects, *address, index);
  return object == nullptr ? std::nullopt : std::optional(object->cell(index));
}

}  // namespace lockstep::sim
