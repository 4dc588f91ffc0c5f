#include "sim/observers/races/shadow.hpp"

namespace lockstep::sim {

void RaceShadow::reset(std::uint64_t bytes) {
  bytes_ = bytes;
  pages_.clear();
  pages_.resize((bytes + kPageBytes - 1) / kPageBytes);
}

std::uint32_t RaceShadow::latest_atomic(std::uint64_t offset) const {
  if (offset >= bytes_ || !pages_[offset / kPageBytes]) return 0;
  const Page& page = *pages_[offset / kPageBytes];
  const auto kind = static_cast<std::size_t>(RaceAccess::atomic);
  if (page.cells[kind].empty()) return 0;
  const RaceEntry& cell = page.cells[kind][offset % kPageBytes / page.unit];
  return (cell.time == kMany ? page.slots[kind][cell.who].entries[0] : cell).time;
}

// Each byte inherits what is known about its word.
void RaceShadow::Page::split() {
  unit = 1;
  const auto write = static_cast<std::size_t>(RaceAccess::write);
  for (std::size_t kind = 0; kind < cells.size(); ++kind) {
    std::vector<RaceEntry> bytes(cells[kind].size() * 4);
    std::vector<RaceSlots> byte_slots;
    std::vector<std::array<std::uint32_t, 3>> byte_values;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const RaceEntry& word = cells[kind][i / 4];
      bytes[i] = word;
      if (word.time != kMany) continue;
      bytes[i].who = static_cast<std::uint32_t>(byte_slots.size());
      byte_slots.push_back(slots[kind][word.who]);
      if (kind != write) continue;
      byte_values.push_back(overwritten[word.who]);
      for (std::uint32_t& value : byte_values.back()) value = value >> (8 * (i % 4)) & 0xFF;
    }
    cells[kind] = std::move(bytes);
    slots[kind] = std::move(byte_slots);
    if (kind == write) overwritten = std::move(byte_values);
  }
}

}  // namespace lockstep::sim
