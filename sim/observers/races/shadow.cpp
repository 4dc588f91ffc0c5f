#include "sim/observers/races/shadow.hpp"

#include <algorithm>

#include "core/base/vectors.hpp"
#include "sim/memory_rules/wide.hpp"

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
  const RaceEntry& cell = page.cells[kind][page.cell_at(offset)];
  return (cell.time == kMany ? page.slots[kind][cell.who].entries[0] : cell).time;
}

// Rows: usually there is no race; a loop of vector instructions checks this.

namespace {

inline int unordered(const RaceEntry* entries, std::uint32_t first, std::uint32_t count, const RaceRow& row) {
  const RaceRow here = row;  // a copy that the loop can keep in registers
  int found = 0;
  for (std::uint32_t i = 0; i < count; ++i)
    found |= int{!here.is_ordered(entries[i], here.item_of(first + i))};
  return found;
}

using Unordered = int (*)(const RaceEntry*, std::uint32_t, std::uint32_t, const RaceRow&);

#if LOCKSTEP_HAS_WIDE
[[LOCKSTEP_AVX2]] int unordered_avx2(const RaceEntry* entries, std::uint32_t first, std::uint32_t count,
                                     const RaceRow& row) {
  return unordered(entries, first, count, row);
}
[[LOCKSTEP_AVX512]] int unordered_avx512(const RaceEntry* entries, std::uint32_t first, std::uint32_t count,
                                         const RaceRow& row) {
  return unordered(entries, first, count, row);
}
#endif

Unordered choose_unordered() {
#if LOCKSTEP_HAS_WIDE
  if (vectors_here() == Vectors::avx512) return unordered_avx512;
  if (vectors_here() == Vectors::avx2) return unordered_avx2;
#endif
  return unordered;
}

const Unordered kUnordered = choose_unordered();

}  // namespace

inline bool RaceShadow::are_ordered(const Piece& piece, RaceAccess earlier) {
  const auto& cells = piece.page->cells[static_cast<std::size_t>(earlier)];
  if (cells.empty()) return true;
  const RaceEntry* const entries = cells.data() + piece.cell;
  if (piece.count == 1) return piece.row.is_ordered(*entries, piece.row.item_of(piece.first));
  return kUnordered(entries, piece.first, piece.count, piece.row) == 0;
}

bool RaceShadow::are_ordered_reads(const Piece& piece) {
  if (are_ordered(piece, RaceAccess::read)) return true;
  const auto kind = static_cast<std::size_t>(RaceAccess::read);
  for (std::uint32_t i = 0; i < piece.count; ++i) {
    const RaceEntry& cell = piece.page->cells[kind][piece.cell + i];
    const std::uint32_t item = piece.row.item_of(piece.first + i);
    if (cell.time != kMany) {
      if (!piece.row.is_ordered(cell, item)) return false;
      continue;
    }
    for (const RaceEntry& entry : piece.page->slots[kind][cell.who].entries)
      if (!piece.row.is_ordered(entry, item)) return false;
  }
  return true;
}

bool RaceShadow::are_free(const Piece& piece, RaceAccess kind) {
  if (!are_ordered(piece, RaceAccess::write) || !are_ordered(piece, RaceAccess::atomic)) return false;
  return kind == RaceAccess::read ||
         (are_ordered(piece, RaceAccess::atomic_read) && are_ordered_reads(piece));
}

void RaceShadow::remember_read(Page& page, std::size_t index, const RaceEntry& me, const RaceRow& row) {
  const auto kind = static_cast<std::size_t>(RaceAccess::read);
  RaceEntry& cell = page.cells[kind][index];
  if (cell.time != kMany) {
    if (row.is_ordered(cell, me.item())) {
      cell = me;
      return;
    }
    page.slots[kind].push_back({{cell, {}, {}, {}}});
    cell = {kMany, static_cast<std::uint32_t>(page.slots[kind].size() - 1)};
  }
  auto& entries = page.slots[kind][cell.who].entries;
  if (!row.is_ordered(entries[0], me.item()))
    entries[static_cast<std::size_t>(row.place_of(entries[0]))] = entries[0];
  entries[0] = me;
}

void RaceShadow::remember_row(const Piece& piece, RaceAccess kind) {
  auto& cells = piece.page->cells[static_cast<std::size_t>(kind)];
  if (cells.empty()) cells.resize(kPageBytes / piece.page->unit);
  const RaceRow row = piece.row;
  const auto entry_of = [&](std::uint32_t i) {
    return RaceEntry::make(row.now, row.item_of(piece.first + i), row.site);
  };
  if (kind == RaceAccess::write || are_ordered(piece, kind)) {
    for (std::uint32_t i = 0; i < piece.count; ++i) cells[piece.cell + i] = entry_of(i);
    return;
  }
  for (std::uint32_t i = 0; i < piece.count; ++i)
    remember_read(*piece.page, piece.cell + i, entry_of(i), row);
}

// The piece in the page at `offset`, which is `first` bytes after the beginning of the row.
RaceShadow::Piece RaceShadow::piece_at(std::uint64_t offset, std::uint32_t first, std::uint32_t bytes,
                                       const RaceRow& row) {
  Page& page = page_at(offset);
  const bool whole_words = (offset - first) % 4 == 0 && row.item_shift >= 2;
  if (!whole_words && page.unit == 4) page.split();
  Piece piece{&page, static_cast<std::size_t>(offset % kPageBytes), first, bytes, row};
  if (page.unit == 1) return piece;
  piece.cell /= 4;
  piece.first /= 4;
  piece.count /= 4;
  piece.row.item_shift -= 2;
  return piece;
}

bool RaceShadow::access_row(std::uint64_t offset, std::uint32_t bytes, RaceAccess kind, const RaceRow& row) {
  if (offset > bytes_ || bytes_ - offset < bytes) return false;
  if (offset % kPageBytes + bytes <= kPageBytes) {
    const Piece piece = piece_at(offset, 0, bytes, row);
    if (!are_free(piece, kind)) return false;
    remember_row(piece, kind);
    return true;
  }
  const auto each_piece = [&](auto visit) {
    for (std::uint32_t first = 0; first < bytes;) {
      const std::uint64_t at = offset + first;
      const std::uint32_t count =
          std::min(bytes - first, static_cast<std::uint32_t>(kPageBytes - at % kPageBytes));
      if (!visit(piece_at(at, first, count, row))) return false;
      first += count;
    }
    return true;
  };
  if (!each_piece([&](const Piece& piece) { return are_free(piece, kind); })) return false;
  return each_piece([&](const Piece& piece) {
    remember_row(piece, kind);
    return true;
  });
}

// The entries of the last two items would replace those of all other items except the first.
bool RaceShadow::read_together(std::uint64_t offset, std::uint32_t items, const RaceRow& row) {
  if (offset % 4 != 0 || offset > bytes_ || bytes_ - offset < 4) return false;
  Page& page = page_at(offset);
  if (page.unit != 4) return false;
  const std::size_t index = offset % kPageBytes / 4;
  // An earlier access by one of the items is ordered with that item only.
  constexpr std::uint32_t kNobody = ~0u;
  RaceRow by_time = row;
  by_time.first_item = kNobody;
  by_time.item_shift = 0;
  if (!are_free({&page, index, 0, 1, by_time}, RaceAccess::read)) return false;
  auto& cells = page.cells[static_cast<std::size_t>(RaceAccess::read)];
  if (cells.empty()) cells.resize(kPageBytes / 4);
  for (std::uint32_t i = 0; i < items; ++i)
    if (i == 0 || i + 2 >= items)
      remember_read(page, index, RaceEntry::make(row.now, row.first_item + i, row.site), row);
  return true;
}

// Each byte inherits the entry of its word.
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
