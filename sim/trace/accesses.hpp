// The memory accesses of a run, compact enough to keep: the addresses of the lanes mostly have a constant
// distance, so that the first address and the distance are enough.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "sim/machine/observer.hpp"
#include "sim/memory/access.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

class AccessLog {
 public:
  // Call it in order of positions.
  void add(std::uint64_t position, const ObservedAccess& observed);
  std::size_t size() const { return entries_.size(); }

  // f(position, ObservedAccess) of the accesses at one position.
  template <class F>
  void each_at(std::uint64_t position, F f) const {
    const auto range = std::ranges::equal_range(entries_, position, {}, &Entry::position);
    visit(range.begin(), range.end(), f);
  }
  // The same for all.
  template <class F>
  void each(F f) const {
    visit(entries_.begin(), entries_.end(), f);
  }

 private:
  struct Entry {
    std::uint64_t position = 0;
    std::uint64_t lanes = 0;
    std::uint64_t denied = 0;   // of them
    std::uint64_t first = 0;    // address of the lowest lane; irregular: its place in addresses_
    std::int64_t distance = 0;  // from one lane to the next
    std::uint32_t bytes = 4;
    Space space = Space::global;
    AccessKind kind = AccessKind::load;
    bool irregular = false;
  };
  void expand(const Entry& entry, std::array<std::uint64_t, kMaxLanes>& addresses) const;
  template <class Iterator, class F>
  void visit(Iterator begin, Iterator end, F f) const {
    std::array<std::uint64_t, kMaxLanes> addresses{};
    for (; begin != end; ++begin) {
      expand(*begin, addresses);
      f(begin->position,
        ObservedAccess{begin->space,
                       {begin->kind, begin->bytes, begin->lanes & ~begin->denied, std::span(addresses)},
                       begin->denied});
    }
  }

  std::deque<Entry> entries_;             // grows without moving its entries
  std::vector<std::uint64_t> addresses_;  // of irregular entries, by lane
};

// An access in full: addresses, transactions, passes.

AccessDetail detail_of(const DeviceModel& model, const ObservedAccess& observed);

}  // namespace lockstep::sim
