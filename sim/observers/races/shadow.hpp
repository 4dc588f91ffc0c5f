// The latest accesses to each unit of memory, for the race detector. For each kind of access (plain read,
// plain write, atomic) it keeps the minimum that finds every race: of the latest epoch two work-items of one
// sub-group and one of another, and one of an earlier work-group.
//
// An epoch is the time between two barriers that order this memory; each group begins a new one. Accesses of
// one group in different epochs are ordered, accesses of two groups never are. Barriers of a sub-group divide
// its epochs into phases, which order only its own work-items.
//
// A unit is 4 bytes as long as all accesses to its page are whole words, and a byte after that.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace lockstep::sim {

// An atomic read is an atomic load, or a compare-exchange that found another value and changed nothing.
enum class RaceAccess : std::uint8_t { read, write, atomic, atomic_read };

// Reads do not conflict with reads, nor atomics with atomics.
constexpr bool may_conflict(RaceAccess a, RaceAccess b) {
  if (a == RaceAccess::write || b == RaceAccess::write) return true;
  return (a == RaceAccess::read && b == RaceAccess::atomic) ||
         (a == RaceAccess::atomic && b == RaceAccess::read);
}

struct RaceEntry {
  std::uint32_t item = 0;   // group * work-items of a group + index in the group
  std::uint32_t epoch = 0;  // 0: nobody
  std::uint32_t pc = 0;
  std::uint32_t value = 0;  // of this unit
  std::uint32_t sub_group = 0;
  std::uint32_t phase = 0;
};

struct RaceSlots {
  // All different work-items; `second` is of the latest one's sub-group and phase, when it was made.
  RaceEntry latest, second, other_sub_group;
  RaceEntry other_group;
};

// When an access happens: the current epoch, the first one of its group, and the first one of the launch.
struct RaceTime {
  std::uint32_t epoch = 1;
  std::uint32_t group_begin = 1;
  std::uint32_t launch_begin = 1;
  // The items of the running group: where groups alternate, its own accesses may be older than its epoch.
  std::uint32_t first_item = 0, last_item = 0;
};

inline bool conflicts_now(const RaceEntry& entry, const RaceEntry& me, const RaceTime& time) {
  const bool ordered = entry.sub_group == me.sub_group && entry.phase != me.phase;
  return entry.epoch == time.epoch && entry.item != me.item && !ordered;
}

inline bool is_of_other_group(const RaceEntry& entry, const RaceTime& time) {
  return entry.epoch >= time.launch_begin && entry.epoch < time.group_begin &&
         (entry.item < time.first_item || entry.item > time.last_item);
}

// The entry among these that is not ordered with `me`, optionally without writes of the same value.
inline const RaceEntry* unordered(const RaceSlots& slots, const RaceEntry& me, const RaceTime& time,
                                  bool only_other_values) {
  const auto counts = [&](const RaceEntry& entry) { return !only_other_values || entry.value != me.value; };
  for (const RaceEntry* entry : {&slots.latest, &slots.second, &slots.other_sub_group}) {
    if ((conflicts_now(*entry, me, time) || is_of_other_group(*entry, time)) && counts(*entry)) return entry;
  }
  return is_of_other_group(slots.other_group, time) && counts(slots.other_group) ? &slots.other_group
                                                                                 : nullptr;
}

class RaceShadow {
 public:
  static constexpr std::uint64_t kPageBytes = 4096;

  // Forgets everything.
  void reset(std::uint64_t bytes);

  // Whether these bytes were only read.
  bool is_only_read(std::uint64_t offset, std::uint32_t bytes) const {
    for (std::uint64_t page = offset / kPageBytes; page <= (offset + bytes - 1) / kPageBytes; ++page)
      if (pages_[page] && !pages_[page]->is_only_read()) return false;
    return true;
  }

  // Calls `conflict(offset, bytes of the unit, RaceAccess kind, entry)` for each entry that the access
  // conflicts with (at most one a unit), and remembers the access. `value` are the bytes accessed, `me.value`
  // is ignored.
  template <class Conflict>
  void access(std::uint64_t offset, std::uint32_t bytes, RaceAccess kind, RaceEntry me,
              const std::byte* value, const RaceTime& time, bool report_same_value, Conflict conflict) {
    const bool whole_words = offset % 4 == 0 && bytes % 4 == 0;
    while (bytes != 0) {
      Page& page = page_at(offset);
      if (!whole_words && page.unit == 4) page.split();
      me.value = 0;
      for (unsigned k = 0; k < page.unit; ++k)
        me.value |= std::to_integer<std::uint32_t>(value[k]) << (8 * k);
      const std::size_t index = offset % kPageBytes / page.unit;
      if (const Hit hit = find(page, index, kind, me, time, report_same_value); hit.entry != nullptr) {
        conflict(offset, page.unit, hit.kind, *hit.entry);
      }
      remember(page, index, kind, me, time);
      offset += page.unit;
      value += page.unit;
      bytes -= page.unit;
    }
  }

 private:
  struct Page {
    unsigned unit = 4;
    std::array<std::vector<RaceSlots>, 4> slots;  // by RaceAccess; empty until one is made
    void split();
    bool is_only_read() const {
      return slots[static_cast<std::size_t>(RaceAccess::write)].empty() &&
             slots[static_cast<std::size_t>(RaceAccess::atomic)].empty();
    }
  };
  struct Hit {
    RaceAccess kind = RaceAccess::read;
    const RaceEntry* entry = nullptr;
  };

  Page& page_at(std::uint64_t offset) {
    auto& page = pages_[offset / kPageBytes];
    if (!page) page = std::make_unique<Page>();
    return *page;
  }
  static Hit find(const Page& page, std::size_t index, RaceAccess kind, const RaceEntry& me,
                  const RaceTime& time, bool report_same_value);
  static void remember(Page& page, std::size_t index, RaceAccess kind, const RaceEntry& me,
                       const RaceTime& time);

  std::vector<std::unique_ptr<Page>> pages_;
};

inline RaceShadow::Hit RaceShadow::find(const Page& page, std::size_t index, RaceAccess kind,
                                        const RaceEntry& me, const RaceTime& time, bool report_same_value) {
  for (const RaceAccess earlier :
       {RaceAccess::write, RaceAccess::read, RaceAccess::atomic, RaceAccess::atomic_read}) {
    if (!may_conflict(earlier, kind)) continue;
    const auto& slots = page.slots[static_cast<std::size_t>(earlier)];
    if (slots.empty()) continue;
    const bool both_write = kind == RaceAccess::write && earlier == RaceAccess::write;
    const RaceEntry* entry = unordered(slots[index], me, time, both_write && !report_same_value);
    if (entry != nullptr) return {earlier, entry};
  }
  return {};
}

inline void RaceShadow::remember(Page& page, std::size_t index, RaceAccess kind, const RaceEntry& me,
                                 const RaceTime& time) {
  auto& all = page.slots[static_cast<std::size_t>(kind)];
  if (all.empty()) all.resize(kPageBytes / page.unit);
  RaceSlots& slots = all[index];
  if (slots.latest.epoch == me.epoch) {
    if (slots.latest.sub_group != me.sub_group) {
      slots.other_sub_group = slots.latest;
    } else if (slots.latest.item != me.item && slots.latest.phase == me.phase) {
      slots.second = slots.latest;
    }
  } else if (is_of_other_group(slots.latest, time)) {
    slots.other_group = slots.latest;
  }
  slots.latest = me;
}

}  // namespace lockstep::sim
