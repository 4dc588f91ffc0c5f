#include "sim/machine/race_shadow.hpp"

namespace lockstep::sim {
namespace {

bool conflicts_now(const RaceEntry& entry, const RaceEntry& me, const RaceTime& time) {
  return entry.epoch == time.epoch && entry.item != me.item;
}

bool is_of_other_group(const RaceEntry& entry, const RaceTime& time) {
  return entry.epoch >= time.launch_begin && entry.epoch < time.group_begin;
}

// The entry among these that is not ordered with `me`, leaving out writes of the same value where told.
const RaceEntry* unordered(const RaceSlots& slots, const RaceEntry& me, const RaceTime& time,
                           bool only_other_values) {
  const auto counts = [&](const RaceEntry& entry) { return !only_other_values || entry.value != me.value; };
  for (const RaceEntry* entry : {&slots.latest, &slots.second}) {
    if ((conflicts_now(*entry, me, time) || is_of_other_group(*entry, time)) && counts(*entry)) return entry;
  }
  return is_of_other_group(slots.other_group, time) && counts(slots.other_group) ? &slots.other_group
                                                                                 : nullptr;
}

}  // namespace

void RaceShadow::reset(std::uint64_t bytes) {
  pages_.clear();
  pages_.resize((bytes + kPageBytes - 1) / kPageBytes);
}

// Each byte inherits what is known about its word.
void RaceShadow::Page::split() {
  unit = 1;
  const auto byte_of = [](RaceEntry entry, unsigned k) {
    entry.value = (entry.value >> (8 * k)) & 0xFF;
    return entry;
  };
  for (auto& words : slots) {
    std::vector<RaceSlots> bytes(words.size() * 4);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const RaceSlots& word = words[i / 4];
      const auto k = static_cast<unsigned>(i % 4);
      bytes[i] = {byte_of(word.latest, k), byte_of(word.second, k), byte_of(word.other_group, k)};
    }
    words = std::move(bytes);
  }
}

RaceShadow::Hit RaceShadow::find(const Page& page, std::size_t index, RaceAccess kind, const RaceEntry& me,
                                 const RaceTime& time, bool report_same_value) {
  for (const RaceAccess earlier : {RaceAccess::write, RaceAccess::read, RaceAccess::atomic}) {
    // Reads do not conflict with reads, nor atomics with atomics.
    if (earlier == kind && kind != RaceAccess::write) continue;
    const auto& slots = page.slots[static_cast<std::size_t>(earlier)];
    if (slots.empty()) continue;
    const bool both_write = kind == RaceAccess::write && earlier == RaceAccess::write;
    const RaceEntry* entry = unordered(slots[index], me, time, both_write && !report_same_value);
    if (entry != nullptr) return {earlier, entry};
  }
  return {};
}

void RaceShadow::remember(Page& page, std::size_t index, RaceAccess kind, const RaceEntry& me,
                          const RaceTime& time) {
  auto& all = page.slots[static_cast<std::size_t>(kind)];
  if (all.empty()) all.resize(kPageBytes / page.unit);
  RaceSlots& slots = all[index];
  if (slots.latest.epoch == me.epoch) {
    if (slots.latest.item != me.item) slots.second = slots.latest;
  } else if (is_of_other_group(slots.latest, time)) {
    slots.other_group = slots.latest;
  }
  slots.latest = me;
}

}  // namespace lockstep::sim
