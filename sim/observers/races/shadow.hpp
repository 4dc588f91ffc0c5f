// The latest accesses to each unit of memory, for the race detector. For each kind of access (plain read,
// plain write, atomic), an entry of eight bytes holds the latest access. If an earlier access is not ordered
// with it (several work-items read the same location, or race), the entry refers to four accesses: the latest
// access, and the latest other accesses by its sub-group, by another sub-group, and by another work-group.
// This finds every race: an access that is ordered before the latest access is ordered before all accesses
// that follow the latest in order.
//
// A unit is 4 bytes as long as all accesses to its page are whole words; after that, it is a byte. Pages
// exist from the first access to them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/observers/races/clock.hpp"

namespace lockstep::sim {

// An atomic read is an atomic load, or a compare-exchange that found a different value and changed nothing.
enum class RaceAccess : std::uint8_t { read, write, atomic, atomic_read };

constexpr bool is_atomic(RaceAccess kind) { return kind >= RaceAccess::atomic; }
constexpr bool only_reads(RaceAccess kind) {
  return kind == RaceAccess::read || kind == RaceAccess::atomic_read;
}

// The entry in which an earlier access is kept that is not ordered with the latest access.
enum class RacePlace : std::uint8_t { latest, same_sub_group, other_sub_group, other_group };

struct RaceSlots {
  std::array<RaceEntry, 4> entries;  // by RacePlace
};

// An earlier access that is not ordered with the current access.
struct RaceHit {
  RaceAccess kind = RaceAccess::read;
  RaceEntry entry;
  std::uint64_t offset = 0;  // of the unit
  unsigned unit = 4;         // bytes
  // The value that the earlier access wrote, if it is no longer in memory.
  std::optional<std::uint32_t> overwritten;
};

// Plain accesses by neighbouring lanes, each to its own bytes, in a launch in which only barriers order
// accesses: provides is_ordered() of a lane for a row of units.
struct RaceRow {
  std::uint32_t launch_begin = 0, group_begin = 0, barrier = 0, now = 0;
  std::uint32_t first_item = 0, site = 0;
  unsigned item_shift = 0;  // log2 of the bytes of an item (in RaceShadow: of its units)
  std::uint32_t sub_group_width = 1;

  std::uint32_t item_of(std::uint32_t unit) const { return first_item + (unit >> item_shift); }
  bool is_of_running_group(const RaceEntry& entry) const { return entry.time >= group_begin; }
  bool is_ordered(const RaceEntry& entry, std::uint32_t item) const {
    const std::uint32_t since = entry.time - group_begin;
    return bool(int{entry.time < launch_begin} | int{since < barrier - group_begin} |
                (int{since <= now - group_begin} & int{entry.item() == item}));
  }
  RacePlace place_of(const RaceEntry& entry) const {
    if (!is_of_running_group(entry)) return RacePlace::other_group;
    return entry.item() / sub_group_width == first_item / sub_group_width ? RacePlace::same_sub_group
                                                                          : RacePlace::other_sub_group;
  }
};

class RaceShadow {
 public:
  static constexpr std::uint64_t kPageBytes = 4096;

  // Discards all accesses.
  void reset(std::uint64_t bytes);

  // Returns whether these bytes have only been read.
  bool is_only_read(std::uint64_t offset, std::uint32_t bytes) const {
    if (offset > bytes_ || bytes_ - offset < bytes) return false;
    for (std::uint64_t page = offset / kPageBytes; page <= (offset + bytes - 1) / kPageBytes; ++page)
      if (pages_[page] && !pages_[page]->is_only_read()) return false;
    return true;
  }
  // Returns the time at which an atomic function last accessed this unit; 0: never.
  std::uint32_t latest_atomic(std::uint64_t offset) const;

  // Searches for earlier accesses that conflict with the access, then records it. `lane` is the
  // accessing lane:
  //   lane.is_ordered(entry)              the earlier access is ordered before this one
  //   lane.place_of(entry)                the place to keep the entry otherwise
  //   lane.may_conflict(kind, entry)      for an earlier access of that kind
  //   lane.is_harmless(hit)               both write the same value
  //   lane.value_before(offset, unit)     the value of the unit before this access
  //   lane.conflict(hit)                  called at most once for each unit
  template <class Lane>
  void access(std::uint64_t offset, std::uint32_t bytes, RaceAccess kind, const RaceEntry& me, Lane& lane) {
    if (offset > bytes_ || bytes_ - offset < bytes) return;
    const bool whole_words = offset % 4 == 0 && bytes % 4 == 0;
    while (bytes != 0) {
      Page& page = page_at(offset);
      if (!whole_words && page.unit == 4) page.split();
      search(page, offset, lane);
      remember(page, offset, kind, me, lane);
      offset += page.unit;
      bytes -= page.unit;
    }
  }

  // Does the same as access(), for an access that conflicts with no other access.
  template <class Lane>
  void note(std::uint64_t offset, std::uint32_t bytes, RaceAccess kind, const RaceEntry& me, Lane& lane) {
    if (offset > bytes_ || bytes_ - offset < bytes) return;
    const bool whole_words = offset % 4 == 0 && bytes % 4 == 0;
    while (bytes != 0) {
      Page& page = page_at(offset);
      if (!whole_words && page.unit == 4) page.split();
      remember(page, offset, kind, me, lane);
      offset += page.unit;
      bytes -= page.unit;
    }
  }

  // Returns whether is_ordered(entry) holds for all earlier reads and writes of these bytes that are
  // not atomic.
  template <class IsOrdered>
  bool plain_accesses(std::uint64_t offset, std::uint32_t bytes, IsOrdered is_ordered) const {
    if (offset > bytes_ || bytes_ - offset < bytes) return true;
    const std::uint64_t end = offset + bytes;
    while (offset < end) {
      const Page* const page = pages_[offset / kPageBytes].get();
      for (const RaceAccess kind : {RaceAccess::write, RaceAccess::read})
        if (page != nullptr && !page->all_of(kind, offset, is_ordered)) return false;
      const std::uint64_t step = page != nullptr ? page->unit : kPageBytes;
      offset = (offset / step + 1) * step;
    }
    return true;
  }

  // Does the same as access() for each item of a row, if no earlier access conflicts with the row. If an
  // earlier access may conflict, returns false and records nothing.
  bool access_row(std::uint64_t offset, std::uint32_t bytes, RaceAccess kind, const RaceRow& row);
  // Records a read of one word by several neighbouring lanes.
  bool read_together(std::uint64_t offset, std::uint32_t items, const RaceRow& row);

 private:
  static constexpr std::uint32_t kMany = ~0u;  // time of an entry that refers to slots; `who` is their number
  struct Page {
    unsigned unit = 4;
    std::array<std::vector<RaceEntry>, 4> cells;  // by RaceAccess; empty until the first access
    std::array<std::vector<RaceSlots>, 4> slots;
    // By slots, the values of the writes in entries 1 to 3; the value of the latest write is in memory.
    std::vector<std::array<std::uint32_t, 3>> overwritten;
    void split();
    std::size_t cell_at(std::uint64_t offset) const { return offset % kPageBytes >> (unit == 4 ? 2 : 0); }
    template <class Condition>
    bool all_of(RaceAccess access, std::uint64_t offset, Condition holds) const {
      const auto kind = static_cast<std::size_t>(access);
      if (cells[kind].empty()) return true;
      const RaceEntry& cell = cells[kind][cell_at(offset)];
      if (cell.time != kMany) return holds(cell);
      for (const RaceEntry& entry : slots[kind][cell.who].entries)
        if (!holds(entry)) return false;
      return true;
    }
    bool is_only_read() const {
      return cells[static_cast<std::size_t>(RaceAccess::write)].empty() &&
             cells[static_cast<std::size_t>(RaceAccess::atomic)].empty();
    }
  };

  // The units of a row that are in one page.
  struct Piece {
    Page* page = nullptr;
    std::size_t cell = 0;
    std::uint32_t first = 0, count = 0;  // units of the row
    RaceRow row;
  };
  Piece piece_at(std::uint64_t offset, std::uint32_t first, std::uint32_t bytes, const RaceRow& row);
  static bool are_ordered(const Piece& piece, RaceAccess earlier);
  static bool are_free(const Piece& piece, RaceAccess kind);
  static bool are_ordered_reads(const Piece& piece);
  static void remember_row(const Piece& piece, RaceAccess kind);
  static void remember_read(Page& page, std::size_t cell, const RaceEntry& me, const RaceRow& row);

  Page& page_at(std::uint64_t offset) {
    auto& page = pages_[offset / kPageBytes];
    if (!page) page = std::make_unique<Page>();
    return *page;
  }
  template <class Lane>
  static void search(const Page& page, std::uint64_t offset, Lane& lane);
  template <class Lane>
  static bool search_cell(const Page& page, std::uint64_t offset, RaceAccess earlier, Lane& lane);
  template <class Lane>
  static void remember(Page& page, std::uint64_t offset, RaceAccess kind, const RaceEntry& me, Lane& lane);

  std::uint64_t bytes_ = 0;
  std::vector<std::unique_ptr<Page>> pages_;
};

template <class Lane>
bool RaceShadow::search_cell(const Page& page, std::uint64_t offset, RaceAccess earlier, Lane& lane) {
  const auto kind = static_cast<std::size_t>(earlier);
  const RaceEntry& cell = page.cells[kind][page.cell_at(offset)];
  const auto is_hit = [&](const RaceEntry& entry, std::optional<std::uint32_t> overwritten) {
    if (lane.is_ordered(entry) || !lane.may_conflict(earlier, entry)) return false;
    const RaceHit hit{earlier, entry, offset, page.unit, overwritten};
    if (lane.is_harmless(hit)) return false;
    lane.conflict(hit);
    return true;
  };
  if (cell.time != kMany) return is_hit(cell, std::nullopt);
  const RaceSlots& slots = page.slots[kind][cell.who];
  if (is_hit(slots.entries[0], std::nullopt)) return true;
  for (std::size_t i = 1; i < slots.entries.size(); ++i) {
    std::optional<std::uint32_t> value;
    if (earlier == RaceAccess::write) value = page.overwritten[cell.who][i - 1];
    if (is_hit(slots.entries[i], value)) return true;
  }
  return false;
}

template <class Lane>
void RaceShadow::search(const Page& page, std::uint64_t offset, Lane& lane) {
  for (const RaceAccess earlier :
       {RaceAccess::write, RaceAccess::read, RaceAccess::atomic, RaceAccess::atomic_read}) {
    if (page.cells[static_cast<std::size_t>(earlier)].empty() || !lane.conflicts_with(earlier)) continue;
    if (search_cell(page, offset, earlier, lane)) return;
  }
}

template <class Lane>
void RaceShadow::remember(Page& page, std::uint64_t offset, RaceAccess access, const RaceEntry& me,
                          Lane& lane) {
  const auto kind = static_cast<std::size_t>(access);
  auto& cells = page.cells[kind];
  if (cells.empty()) cells.resize(kPageBytes / page.unit);
  RaceEntry& cell = cells[page.cell_at(offset)];
  if (cell.time != kMany) {
    if (lane.is_ordered(cell)) {
      cell = me;
      return;
    }
    page.slots[kind].push_back({{cell, {}, {}, {}}});
    if (access == RaceAccess::write) page.overwritten.emplace_back();
    cell = {kMany, static_cast<std::uint32_t>(page.slots[kind].size() - 1)};
  }
  RaceSlots& slots = page.slots[kind][cell.who];
  if (!lane.is_ordered(slots.entries[0])) {
    const auto place = static_cast<std::size_t>(lane.place_of(slots.entries[0]));
    slots.entries[place] = slots.entries[0];
    if (access == RaceAccess::write)
      page.overwritten[cell.who][place - 1] = lane.value_before(offset, page.unit);
  }
  slots.entries[0] = me;
}

}  // namespace lockstep::sim
