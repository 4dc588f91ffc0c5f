#include "sim/observers/races/copies.hpp"

#include <algorithm>

#include "sim/memory_rules/access.hpp"

namespace lockstep::sim {

void AsyncCopies::begin_group(std::uint32_t group_items) {
  if (waited_.size() != group_items || !waits_.empty()) waited_.assign(group_items, 0);
  copies_.clear();
  waits_.clear();
  firsts_.clear();
}

bool AsyncCopies::begin(std::uint32_t number, std::uint64_t event, std::uint32_t pc, std::uint32_t now) {
  if (number <= copies_.size()) return false;
  copies_.push_back({event, pc, now});
  return true;
}

bool AsyncCopies::has_event(std::uint64_t event) const {
  return std::ranges::find(copies_, event, &Copy::event) != copies_.end();
}

std::optional<AsyncCopies::Mistake> AsyncCopies::wait(std::uint32_t first_item, std::uint64_t lanes,
                                                      std::span<const std::uint64_t> events) {
  std::optional<Mistake> mistake;
  const auto note = [&](Mistake::Kind kind, std::uint32_t item, std::uint32_t other) {
    if (!mistake) mistake = Mistake{kind, item, other};
  };
  for_each_lane(lanes, [&](unsigned lane) {
    const std::uint32_t item = first_item + lane;
    const std::size_t at = waited_[item]++;
    for (Copy& copy : copies_)
      if (copy.event == events[lane]) copy.is_awaited = true;
    if (!has_event(events[lane])) note(Mistake::Kind::unknown_event, item, item);
    if (at == waits_.size()) {
      waits_.push_back(events[lane]);
      firsts_.push_back(item);
    } else if (waits_[at] != events[lane]) {
      note(Mistake::Kind::different_events, item, firsts_[at]);
    }
  });
  return mistake;
}

std::optional<AsyncCopies::Mistake> AsyncCopies::finish_wait() {
  for (Copy& copy : copies_) copy.is_done = copy.is_done || copy.is_awaited;
  for (std::uint32_t item = 0; item < waited_.size(); ++item)
    if (waited_[item] != waited_[0]) return Mistake{Mistake::Kind::different_counts, item, 0};
  return std::nullopt;
}

// Numbers of copies repeat after kCopies copies; the entry refers to the latest copy that had begun at
// its time.
const AsyncCopies::Copy* AsyncCopies::copy_of(const RaceEntry& entry) const {
  const Copy* found = nullptr;
  for (std::size_t i = entry.item() - kFirstCopy; i < copies_.size(); i += kCopies)
    if (copies_[i].begin <= entry.time) found = &copies_[i];
  return found;
}

}  // namespace lockstep::sim
